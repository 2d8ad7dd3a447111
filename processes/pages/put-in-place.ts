import { rename, rm } from "node:fs/promises";

const isOneOf = (error: unknown, codes: readonly string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? "");

/**
 * Puts a folder in the place of another, which is removed: whoever looks finds the one or the other as a whole, but for a moment in which there is
 * none. Of several who do so at once the last one stays.
 */
export const putInPlace = async (made: string, place: string): Promise<void> => {
  const old = `${made}-old`;
  for (;;) {
    await rm(old, { recursive: true, force: true });
    await rename(place, old).catch((error: unknown) => {
      if (!isOneOf(error, ["ENOENT"])) throw error;
    });
    try {
      await rename(made, place);
      break;
    } catch (error) {
      // Another was faster.
      if (!isOneOf(error, ["ENOTEMPTY", "EEXIST", "EPERM"])) throw error;
    }
  }
  await rm(old, { recursive: true, force: true });
};

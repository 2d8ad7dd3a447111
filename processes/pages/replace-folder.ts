import { rename, rm } from "node:fs/promises";

const isOneOf = (error: unknown, codes: readonly string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? "");

/**
 * Replaces one folder with another. Readers see either as a whole, except for a moment with neither. Of concurrent
 * calls, the last wins.
 */
export const replaceFolder = async (made: string, place: string): Promise<void> => {
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
      // Another call was faster.
      if (!isOneOf(error, ["ENOTEMPTY", "EEXIST", "EPERM"])) throw error;
    }
  }
  await rm(old, { recursive: true, force: true });
};

import { rename, rm } from "node:fs/promises";

const isOneOf = (error: unknown, codes: readonly string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? "");

/**
 * Replaces one folder with another. Readers see either as a whole, except for a moment with neither. Of concurrent
 * calls, the last wins.
 */
export const replaceFolder = async (source: string, target: string): Promise<void> => {
  const old = `${source}-old`;
  for (;;) {
    await rm(old, { recursive: true, force: true });
    await rename(target, old).catch((error: unknown) => {
      if (!isOneOf(error, ["ENOENT"])) throw error;
    });
    try {
      await rename(source, target);
      break;
    } catch (error) {
      // Another call was faster.
      if (!isOneOf(error, ["ENOTEMPTY", "EEXIST", "EPERM"])) throw error;
    }
  }
  await rm(old, { recursive: true, force: true });
};

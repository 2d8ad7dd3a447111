import { join } from "node:path";
import { assertFreeSpace, assertWritableFolder } from "#infra/folder/disk.ts";
import { computeMsUntilTick } from "#infra/ports/tick.ts";

const checkInterval = 5_000;

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT";

/**
 * Returns a sentence if something below the data folder can't be written. `files` and `outbox` may be separate disks.
 */
export const findDiskProblem = async (dataDir: string): Promise<string | undefined> => {
  try {
    await assertFreeSpace(dataDir);
    await assertWritableFolder(dataDir);
    for (const name of ["files", "outbox"])
      await assertFreeSpace(join(dataDir, name)).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    return undefined;
  } catch (error) {
    if (isMissing(error)) return `${dataDir} is missing. Put it back, and waiting work continues by itself.`;
    const message = error instanceof Error ? error.message : String(error);
    return message.includes(dataDir)
      ? message
      : `${dataDir} cannot be used (${message}). Fix it, and waiting work continues by itself.`;
  }
};

/**
 * Checks every 5 s if the data folder can be written. Logs changes and calls `onChange`. Stops with the signal; once at
 * rest, leaves no probe file behind.
 */
export const watchDisk = (options: {
  dataDir: string;
  say: (line: string) => void;
  onChange: () => void;
  signal: AbortSignal;
  look?: (dataDir: string) => Promise<string | undefined>;
  every?: number;
}): { trouble(): string | undefined; atRest(): Promise<void> } => {
  const { dataDir, say, onChange, signal, look = findDiskProblem } = options;
  let trouble: string | undefined;
  const again = async (): Promise<void> => {
    const found = await look(dataDir);
    if (signal.aborted) return;
    if (found !== trouble) {
      trouble = found;
      say(found ?? `${dataDir} can be written again.`);
      onChange();
    }
    setTimeout(
      () => {
        if (!signal.aborted) looking = again();
      },
      computeMsUntilTick(options.every ?? checkInterval),
    ).unref();
  };
  let looking = again();
  return { trouble: () => trouble, atRest: () => looking };
};

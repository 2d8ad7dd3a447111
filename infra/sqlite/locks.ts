import { accessSync, constants } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { StoreBusy, StoreFull, StoreUnwritable } from "../ports/store-errors.ts";

/** Longest wait inside SQLite, ms. It blocks the event loop, so waits are short and repeated. */
export const busyTimeoutMs = 50;
/** Longest wait for the lock, ms, of a write or a read. */
export const lockTimeoutMs = 2_000;
/** Pause between tries of a read, ms. */
const pauseMs = (): number => 5 + Math.random() * 25;

/** Pause between tries of a write, ms. Other connections hold the lock for 20 ms at most. */
export const shortPauseMs = (): number => 1 + Math.random() * 4;

/** SQLite's error code. Undefined for other errors. */
const getErrorCode = (error: unknown): number | undefined =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : undefined;

export const isBusy = (error: unknown): boolean => getErrorCode(error) === 5;

export const isLocked = (error: unknown): boolean => isBusy(error) || getErrorCode(error) === 6;

const fullCode = 13;
/** Codes SQLITE_PERM, SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN. */
const unwritableCodes: readonly (number | undefined)[] = [3, 8, 10, 14];

/** The extra files copy the file's rights when first opened. */
const fileSuffixes = ["", "-wal", "-shm"] as const;

const canWrite = (file: string): boolean => {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
};

/** Maps a disk error, naming the affected file. Undefined for other errors. */
export const toDiskError = (error: unknown, file: string): StoreUnwritable | undefined => {
  const code = getErrorCode(error);
  if (code === fullCode) return new StoreFull(file, { cause: error });
  if (!unwritableCodes.includes(code)) return undefined;
  const met = fileSuffixes.map((ending) => file + ending).find((one) => !canWrite(one));
  return new StoreUnwritable(met ?? file, error instanceof Error ? error.message : String(error), { cause: error });
};

export const Busy = Symbol("busy");

/**
 * Tries every 5 to 30 ms.
 * @throws {StoreBusy} 2 s after `started` (ms of `performance.now()`)
 */
export const retryUntilFree = async <T>(file: string, started: number, attempt: () => T | typeof Busy): Promise<T> => {
  for (;;) {
    const outcome = attempt();
    if (outcome !== Busy) return outcome;
    if (performance.now() - started >= lockTimeoutMs) {
      throw new StoreBusy(`${file} is locked by other writers for over 2 s. Try again in a moment.`);
    }
    await sleep(pauseMs());
  }
};

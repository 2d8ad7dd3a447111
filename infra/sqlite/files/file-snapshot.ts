import { backup } from "node:sqlite";
import { toDamageError } from "../damage.ts";
import { toDiskError } from "../locks.ts";
import { openToRead } from "./open-to-read.ts";
import { findReadError } from "./read-whole-file.ts";

/** Between two checks of the signal, 20 MB. */
const pagesAtOnce = 5_000;

/** A consistent view of a file at one moment. */
export type FileSnapshot = {
  /**
   * Writes a new file, synced to the disk.
   * @throws the reason of the signal
   * @throws {StoreUnwritable} {StoreUnreadable} {StoreDamaged} naming the file that is at fault
   */
  copyTo(target: string, signal: AbortSignal): Promise<void>;
  close(): void;
};

/**
 * Holds a snapshot of a file and its log, which grows until it is closed.
 * @throws SQLite's error for a file that cannot be opened
 */
export const openFileSnapshot = (file: string): FileSnapshot => {
  const db = openToRead(file, { timeout: 2_000 });
  try {
    // Begins the transaction. SQLite's backup reads within it, so it never restarts.
    db.exec("BEGIN; SELECT count(*) FROM sqlite_schema");
  } catch (error) {
    db.close();
    throw error;
  }
  return {
    async copyTo(target, signal) {
      const progress = () => signal.throwIfAborted();
      try {
        await backup(db, target, { rate: pagesAtOnce, progress });
      } catch (error) {
        signal.throwIfAborted();
        throw findReadError(file) ?? toDiskError(error, target) ?? toDamageError(file, error);
      }
    },
    close: () => db.close(),
  };
};

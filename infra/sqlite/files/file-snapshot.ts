import { backup } from "node:sqlite";
import { toDamageError } from "../damage.ts";
import { toDiskError } from "../locks.ts";
import { openToRead } from "./open-to-read.ts";
import { findReadError } from "./read-whole-file.ts";

/** Pages copied (20 MB) between two checks of the signal. */
const pagesAtOnce = 5_000;

/** A consistent view of a file at one moment. */
export type FileSnapshot = {
  /**
   * Writes a new file, synced to the disk.
   * @throws the signal's reason on abort
   * @throws {StoreUnwritable} {StoreUnreadable} {StoreDamaged} naming the file at fault
   */
  copyTo(target: string, signal: AbortSignal): Promise<void>;
  close(): void;
};

/**
 * The file's log grows until the snapshot is closed.
 * @throws SQLite's error for a file that can't be opened
 */
export const openFileSnapshot = (file: string): FileSnapshot => {
  const db = openToRead(file, { timeout: 2_000 });
  try {
    // SQLite's backup reads within this transaction, so it never restarts.
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

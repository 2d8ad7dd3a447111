import { backup } from "node:sqlite";
import { orDamaged } from "../damage.ts";
import { diskTrouble } from "../locks.ts";
import { openToRead } from "./open-to-read.ts";
import { readTrouble } from "./read-through.ts";

/** Pages that are copied before the signal is looked at, 20 MB. */
const pagesAtOnce = 5_000;

/** A file as it stood at one moment, whatever others write to it meanwhile. */
export type Snapshot = {
  /**
   * Writes it to a new file, synced to the disk. @throws the reason of the signal
   * @throws {StoreUnwritable} {StoreUnreadable} {StoreDamaged} naming the file that is at fault
   */
  copyTo(target: string, signal: AbortSignal): Promise<void>;
  close(): void;
};

/**
 * Holds a file as it stands now, with its log. Others write as always, and the log grows until the snapshot is closed.
 * @throws what SQLite says of a file that cannot be opened
 */
export const holdSnapshot = (file: string): Snapshot => {
  const db = openToRead(file, { timeout: 2_000 });
  try {
    // A transaction begins with its first read. SQLite's backup reads within it, so it never begins anew.
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
        throw readTrouble(file) ?? diskTrouble(error, target) ?? orDamaged(file, error);
      }
    },
    close: () => db.close(),
  };
};

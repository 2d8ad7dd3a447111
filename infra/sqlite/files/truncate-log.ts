import type { DatabaseSync } from "node:sqlite";

/** ms that the first erasure waits: they come in groups. */
const soonMs = 250;
const longestPauseMs = 10_000;

/** Called when the log couldn't be emptied for a while, and when that succeeded after all. */
export type OnLogKept = (what: "kept" | "emptied") => void;

/**
 * Empties a file's log (`-wal`). Erased data stays in its frames even after a checkpoint: SQLite only overwrites it
 * from the beginning.
 */
export type LogTruncator = {
  /** Empties the log soon, retrying until done. Costs nothing while under way. */
  schedule(): void;
  /** Checkpoints the log, and empties it if due; other users may prevent it. */
  close(): void;
};

/**
 * Creates a truncator. A try waits for other processes at most for the connection's busy timeout, to keep the event
 * loop free. Pauses double after each failure. At the longest, after six tries, `onKept` is called. After a kill, the
 * file's next opener has to do it.
 */
export const createLogTruncator = (db: DatabaseSync, onKept: OnLogKept = () => undefined): LogTruncator => {
  let timer: NodeJS.Timeout | undefined;
  let owed = false;
  let pause = soonMs;
  let isTold = false;

  const checkpoint = (mode: "PASSIVE" | "TRUNCATE"): boolean => {
    try {
      return Number(db.prepare(`PRAGMA wal_checkpoint(${mode})`).get()?.busy) === 0;
    } catch {
      // The disk takes no writes, or the file is damaged: readers and writers get the error.
      return false;
    }
  };
  const attempt = (): void => {
    timer = undefined;
    owed = false;
    if (checkpoint("TRUNCATE")) {
      pause = soonMs;
      if (isTold) onKept("emptied");
      isTold = false;
      return;
    }
    pause = Math.min(pause * 2, longestPauseMs);
    if (pause === longestPauseMs && !isTold) {
      isTold = true;
      onKept("kept");
    }
    later();
  };
  const later = (): void => {
    owed = true;
    timer ??= setTimeout(attempt, pause).unref();
  };

  return {
    schedule: later,
    close() {
      clearTimeout(timer);
      // An unshared log disappears; one in use is emptied if its users allow it.
      checkpoint(owed ? "TRUNCATE" : "PASSIVE");
    },
  };
};

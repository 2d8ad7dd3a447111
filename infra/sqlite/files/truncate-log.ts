import type { DatabaseSync } from "node:sqlite";

/** Wait before the first try, ms: erasures come in groups. */
const soonMs = 250;
const longestPauseMs = 10_000;

/** Called when the log couldn't be emptied for a while, and when it is empty after all. */
export type OnLogKept = (what: "kept" | "emptied") => void;

/**
 * Erased data stays in the log's (`-wal`) frames even after a checkpoint: SQLite only overwrites it from the beginning.
 */
export type LogTruncator = {
  /** Empties the log soon, retrying until done. Costs nothing while under way. */
  schedule(): void;
  /** Checkpoints the log, and empties it if due and possible. */
  close(): void;
};

/**
 * A try waits at most for the busy timeout, to keep the event loop free. Pauses double after each failure; at the
 * longest, after six, `onKept` is called. After a kill, the file's next opener has to do it.
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
      // Readers and writers get the error.
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
      // An unshared log disappears; a shared one may be emptied.
      checkpoint(owed ? "TRUNCATE" : "PASSIVE");
    },
  };
};

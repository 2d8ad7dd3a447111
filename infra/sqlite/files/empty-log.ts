import type { DatabaseSync } from "node:sqlite";

/** Erasures come in rows: so long the first of them waits for the others, ms. */
const soonMs = 250;
/** The longest pause between two tries, ms. */
const longestPauseMs = 10_000;

/** Told once the log could not be emptied for a while, and once when that held after all. */
export type OnLogKept = (what: "kept" | "emptied") => void;

/**
 * Empties the log of a file (`-wal`). What is erased stands in it in frames of before, also when they are in the file long since: SQLite only
 * begins it at its head again.
 */
export type LogEmptier = {
  /** Has the log emptied, soon, and tried again until it held. Costs nothing while that is under way. */
  soon(): void;
  /** Brings the log into the file, and empties it where that is owed; as far as others let it. */
  close(): void;
};

/**
 * A try waits for readers and writers of other processes no longer than the connection's busy timeout, so that the event loop goes on; after
 * one in vain the next comes ever later; when the longest pause is reached, after six tries, that is told. What a kill leaves undone
 * is owed by whoever opens the file next.
 */
export const createLogEmptier = (db: DatabaseSync, onKept: OnLogKept = () => undefined): LogEmptier => {
  let timer: NodeJS.Timeout | undefined;
  let owed = false;
  let pause = soonMs;
  let isTold = false;

  const checkpoint = (mode: "PASSIVE" | "TRUNCATE"): boolean => {
    try {
      return Number(db.prepare(`PRAGMA wal_checkpoint(${mode})`).get()?.busy) === 0;
    } catch {
      // A disk that takes no writes, or a damaged file: who reads or writes was told. The log keeps what it has.
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
    soon: later,
    close() {
      clearTimeout(timer);
      // Of a log that nobody else uses nothing stays; that of others is emptied where they let it be.
      checkpoint(owed ? "TRUNCATE" : "PASSIVE");
    },
  };
};

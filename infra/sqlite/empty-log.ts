import type { DatabaseSync } from "node:sqlite";

/** Erasures come in rows: so long the first of them waits for the others, ms. */
const soonMs = 250;
/** The longest pause between two tries, ms. */
const longestPauseMs = 10_000;

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
 * one in vain the next comes ever later. What a kill leaves undone is owed by whoever opens the file next.
 */
export const createLogEmptier = (db: DatabaseSync): LogEmptier => {
  let timer: NodeJS.Timeout | undefined;
  let owed = false;
  let pause = soonMs;

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
    if (checkpoint("TRUNCATE")) pause = soonMs;
    else {
      pause = Math.min(pause * 2, longestPauseMs);
      later();
    }
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

import { randomInt } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { onTick } from "../../ports/tick.ts";
import { toDamageError } from "../damage.ts";
import { isBusy, toDiskError } from "../locks.ts";

/** Interval, ms. At this rate 31 bits last for 150 years. */
const every = 5_000;

/** Draws a first number, so that a file swapped in from elsewhere shows. */
const firstNumber = (): number => randomInt(1, 2 ** 30);

const generationIn = (db: DatabaseSync): number => Number(db.prepare("PRAGMA application_id").get()?.application_id);

const open = (file: string): DatabaseSync => {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { timeout: 0 });
    // Losing a number in a power cut does no harm.
    db.exec("PRAGMA synchronous = NORMAL");
    return db;
  } catch (error) {
    db?.close();
    throw toDiskError(error, file) ?? toDamageError(file, error);
  }
};

/**
 * `next` gives the file a new number after a write. Its own connection sees all others' writes.
 * @throws {StoreUnwritable} {StoreDamaged} it can't be opened
 */
export const openGenerations = (file: string): { next(): void; close(): void } => {
  const db = open(file);
  const dataVersion = db.prepare("PRAGMA data_version");
  let seenVersion: unknown;
  let lastNumber: number | undefined;
  let isInFile = true;
  const number = (): void => {
    db.exec("BEGIN IMMEDIATE");
    try {
      const found = generationIn(db);
      // Another supervisor has numbered this change. Both would number it again forever.
      const next = found === 0 ? firstNumber() : lastNumber === undefined || found === lastNumber ? found + 1 : found;
      if (next !== found) db.exec(`PRAGMA application_id = ${next}`);
      const version = dataVersion.get()?.data_version;
      db.exec("COMMIT");
      lastNumber = next;
      seenVersion = version;
      isInFile = false;
    } catch (error) {
      if (db.isTransaction) db.exec("ROLLBACK");
      throw error;
    }
  };
  return {
    next: () => {
      if (dataVersion.get()?.data_version !== seenVersion) number();
      if (isInFile) return;
      // Moves it from the log into the file; readers may delay that.
      const { log, checkpointed } = db.prepare("PRAGMA wal_checkpoint(PASSIVE)").get() ?? {};
      isInFile = log === checkpointed;
    },
    close: () => db.close(),
  };
};

/**
 * Numbers each database file (`application_id`) within 5 s of every change. A lower number reveals an older copy or
 * another file (`readHeader`). `onFault` gets errors, usually of a full or read-only disk; the next change is numbered
 * again.
 */
export const numberGenerations = (options: {
  files: readonly string[];
  onFault: (error: unknown) => void;
  signal: AbortSignal;
  every?: number;
}): void => {
  const { files, onFault, signal } = options;
  const opened = files.map((file) => ({ file, ...openGenerations(file) }));
  const numberAll = (): void => {
    for (const { file, next } of opened)
      try {
        next();
      } catch (error) {
        // Another connection is writing: the next round numbers that change.
        if (!isBusy(error)) onFault(toDiskError(error, file) ?? error);
      }
  };
  numberAll();
  const stop = onTick(numberAll, options.every ?? every);
  signal.addEventListener(
    "abort",
    () => {
      stop();
      for (const { close } of opened) close();
    },
    { once: true },
  );
};

import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { StoreFull } from "../ports/busy.ts";
import { type ChangeSignal, createChangeSignal } from "./change-signal.ts";
import { Busy, busyTimeoutMs, createLine, isBusy, isFull, untilFree } from "./locks.ts";

/** One connection to one file: the only one of this process. Work given to it is synchronous, so nothing stays open across an await. */
export type Database = {
  readonly file: string;
  readonly changes: ChangeSignal;
  /** The same statement for the same text. */
  prepare(sql: string): StatementSync;
  /** Runs reads. @throws {StoreBusy} */
  read<T>(work: () => T): Promise<T>;
  /** Runs `work` in a transaction that holds the write lock; what it throws rolls everything back. Keep it under 20 ms. @throws {StoreBusy} */
  write<T>(work: () => T): Promise<T>;
  close(): void;
};

/** Tables of a file, and their number: a file of a higher number was made by a newer Sheaf. */
export type Schema = { version: number; sql: string };

/** Opens a file for reading and writing, made with its folder when absent. WAL; FULL survives a power cut, NORMAL may lose the last commits. */
export const openDatabase = (options: {
  file: string;
  synchronous: "FULL" | "NORMAL";
  schema: Schema;
  /** Further pragmas, `secure_delete = ON` for example. */
  pragmas?: readonly string[];
}): Database => {
  const { file, schema } = options;
  mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file, { timeout: busyTimeoutMs });
  try {
    patiently(() => db.exec("PRAGMA journal_mode = WAL"));
    db.exec(`PRAGMA synchronous = ${options.synchronous}`);
    for (const pragma of options.pragmas ?? []) db.exec(`PRAGMA ${pragma}`);
    applySchema(db, file, schema);
  } catch (error) {
    db.close();
    throw error;
  }
  return wrap(db, file);
};

/** Opens an existing file for reading alone; nothing is made or changed. */
export const openReadOnlyDatabase = (file: string): Database =>
  wrap(new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs }), file);

const wrap = (db: DatabaseSync, file: string): Database => {
  const statements = new Map<string, StatementSync>();
  const line = createLine();
  const changes = createChangeSignal(db);
  const [begin, commit] = [db.prepare("BEGIN IMMEDIATE"), db.prepare("COMMIT")];

  const attempt = <T>(work: () => T): T | typeof Busy => {
    try {
      return work();
    } catch (error) {
      if (db.isOpen && db.isTransaction) db.exec("ROLLBACK");
      if (isBusy(error)) return Busy;
      if (isFull(error)) throw new StoreFull(`There is no room on the disk for ${file}. Make some.`, { cause: error });
      throw error;
    }
  };
  const transaction = <T>(work: () => T): T => {
    begin.run();
    const result = work();
    commit.run();
    return result;
  };

  return {
    file,
    changes,
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      const statement = db.prepare(sql);
      statements.set(sql, statement);
      return statement;
    },
    read: async (work) => untilFree(file, performance.now(), () => attempt(work)),
    async write(work) {
      const started = performance.now();
      const once = () => attempt(() => transaction(work));
      if (line.isEmpty()) {
        const outcome = once();
        if (outcome !== Busy) return outcome;
      }
      // One waiter at a time asks for the lock, so that a crowd does not block the event loop in turn.
      return line.enter(() => untilFree(file, started, once));
    },
    close() {
      if (db.isOpen) db.close();
      changes.close();
    },
  };
};

const applySchema = (db: DatabaseSync, file: string, schema: Schema): void => {
  const current = Number(db.prepare("PRAGMA user_version").get()?.user_version);
  if (current === schema.version) return;
  if (current > schema.version) {
    throw new Error(`${file} was written by a newer version of Sheaf. Start that version, or use another DATA_DIR.`);
  }
  // Two processes may get here at once: every statement bears being repeated.
  patiently(() => {
    db.exec(`BEGIN IMMEDIATE; ${schema.sql}; PRAGMA user_version = ${schema.version}; COMMIT`);
  });
};

/** Blocks until the lock is free: at start nothing else runs in the process, and switching a new file to WAL knows no busy timeout. */
export const patiently = <T>(work: () => T): T => {
  const deadline = performance.now() + 10_000;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10 + Math.random() * 20);
    }
  }
};

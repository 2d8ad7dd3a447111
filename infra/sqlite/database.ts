import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { assertNoFolder, assertTables, quickCheck, toDamageError } from "./damage.ts";
import { type ChangeSignal, createChangeSignal } from "./events/change-signal.ts";
import { openToRead } from "./files/open-to-read.ts";
import { assertStoreIdentity, type StoreName } from "./files/store-identity.ts";
import { createFile } from "./files/temporary-file.ts";
import { createLogTruncator, type OnLogKept } from "./files/truncate-log.ts";
import { createGroupCommit, type GroupCommit } from "./group-commit.ts";
import { Busy, busyTimeoutMs, isBusy, retryUntilFree, toDiskError } from "./locks.ts";
import { installChecksums } from "./row-checksum.ts";

/** This process's only connection to a file. Synchronous, so nothing stays open across an await. */
export type Database = {
  readonly file: string;
  readonly changes: ChangeSignal;
  prepare(sql: string): StatementSync;
  /** @throws {StoreBusy} {StoreUnwritable} {StoreDamaged} */
  read<T>(work: () => T): Promise<T>;
  /**
   * Runs `work` under the write lock; an exception rolls it back. Resolves when the write is as durable as asked.
   * Waiting writes share a transaction ({@link createGroupCommit}), so `work` may run again. Keep it under 20 ms.
   * @throws {StoreBusy} {StoreUnwritable} {StoreDamaged}
   */
  write: GroupCommit["write"];
  /** Removes erased data also from the write-ahead log, retrying until done ({@link createLogTruncator}). */
  truncateLogSoon(): void;
  close(): void;
};

/**
 * Higher versions are a newer Sheaf's; those below `oldest` are no longer read (ADR 21, 29). With `store`, another
 * store's file is refused.
 */
export type Schema = { store?: StoreName; version: number; oldest?: number; sql: string };

class StoreOlder extends Error {
  override name = "StoreOlder";
}

export class StoreNewer extends Error {
  override name = "StoreNewer";
}

/** Negative: KiB. Holds the pages of several hundred grouped writes (ADR 81). */
const cacheKiB = -8_000;

export const isTooOld = (found: number, { version, oldest = 0 }: Schema): boolean =>
  found > 0 && found < version && found < oldest;

export const olderVersionMessage = (file: string): string =>
  `${file} was written by an older version of Sheaf, which this version does not read. Use another DATA_DIR, or delete this one to start afresh.`;

/**
 * Creates the file and its folder if absent. FULL survives a power cut, NORMAL may lose the last commits.
 * @throws {StoreDamaged} not a database, or without our tables
 * @throws {StoreUnwritable} {StoreNewer} {StoreOlder} {StoreMisplaced}
 */
export const openDatabase = (options: {
  file: string;
  synchronous: "FULL" | "NORMAL";
  schema: Schema;
  /** Further pragmas, such as `secure_delete = ON`. */
  pragmas?: readonly string[];
  /** True to check the file first ({@link quickCheck}). */
  check?: boolean;
  /** See {@link createLogTruncator}. */
  onLogKept?: OnLogKept;
}): Database => {
  const { file, schema } = options;
  mkdirSync(dirname(file), { recursive: true });
  assertNoFolder(file);
  if (file !== ":memory:") createFile(file, schema);
  const db = new DatabaseSync(file, { timeout: busyTimeoutMs });
  try {
    // A copy may have lost WAL mode.
    blockUntilFree(file, () => db.exec("PRAGMA journal_mode = WAL"));
    db.exec(`PRAGMA synchronous = ${options.synchronous}; PRAGMA cache_size = ${cacheKiB}`);
    for (const pragma of options.pragmas ?? []) db.exec(`PRAGMA ${pragma}`);
    applySchema(db, file, schema);
    assertTables(db, file, schema.sql);
    installChecksums(db, file);
    if (options.check) quickCheck(db, file);
    return wrap(db, file, { bringsIn: true, onLogKept: options.onLogKept });
  } catch (error) {
    db.close();
    throw toDiskError(error, file) ?? toDamageError(file, error);
  }
};

export const openReadOnlyDatabase = (file: string): Database => {
  assertNoFolder(file);
  const db = openToRead(file);
  try {
    return wrap(db, file, { bringsIn: false });
  } catch (error) {
    db.close();
    throw toDiskError(error, file) ?? toDamageError(file, error);
  }
};

const wrap = (
  db: DatabaseSync,
  file: string,
  { bringsIn, onLogKept }: { bringsIn: boolean; onLogKept?: OnLogKept | undefined },
): Database => {
  const statements = new Map<string, StatementSync>();
  const changes = createChangeSignal(db, file);
  const together = createGroupCommit(db, file);
  const log = createLogTruncator(db, onLogKept);

  const attempt = <T>(work: () => T): T | typeof Busy => {
    try {
      return work();
    } catch (error) {
      if (db.isOpen && db.isTransaction) db.exec("ROLLBACK");
      if (isBusy(error)) return Busy;
      throw toDiskError(error, file) ?? toDamageError(file, error);
    }
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
    read: async (work) => retryUntilFree(file, performance.now(), () => attempt(work)),
    write: together.write,
    truncateLogSoon: log.schedule,
    close() {
      if (db.isOpen) {
        together.close();
        // SQLite checkpoints when the last user closes, which a killed process never does. Losing the log would lose
        // all in it.
        if (bringsIn) log.close();
        db.close();
      }
      changes.close();
    },
  };
};

const versionOf = (db: DatabaseSync): number => Number(db.prepare("PRAGMA user_version").get()?.user_version);

const applySchema = (db: DatabaseSync, file: string, schema: Schema): void => {
  const found = versionOf(db);
  if (schema.store) assertStoreIdentity(db, file, schema.store);
  if (found === schema.version) return;
  if (found > schema.version) {
    throw new StoreNewer(
      `${file} was written by a newer version of Sheaf. Start that version, or use another DATA_DIR.`,
    );
  }
  if (isTooOld(found, schema)) throw new StoreOlder(olderVersionMessage(file));
  blockUntilFree(file, () => {
    db.exec("BEGIN IMMEDIATE");
    try {
      db.exec(`${schema.sql}; PRAGMA user_version = ${schema.version}; COMMIT`);
    } catch (error) {
      if (db.isTransaction) db.exec("ROLLBACK");
      throw error;
    }
  });
};

/** Retries while blocking: at start nothing else runs, and switching to WAL ignores the busy timeout. */
export const blockUntilFree = <T>(file: string, work: () => T, patienceMs = 10_000): T => {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw toDiskError(error, file) ?? toDamageError(file, error);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10 + Math.random() * 20);
    }
  }
};

import { type Database, openDatabase, type Schema } from "./database.ts";

/** Tables of `state.db`: state entries, jobs and the vault. Instants are milliseconds since 1970. */
const stateSchema: Schema = {
  version: 1,
  sql: `
    CREATE TABLE IF NOT EXISTS state (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL,
      version INTEGER NOT NULL,
      expires_at INTEGER
    );
    CREATE INDEX IF NOT EXISTS state_expiring ON state (expires_at) WHERE expires_at IS NOT NULL;
    CREATE TABLE IF NOT EXISTS state_index (
      field TEXT NOT NULL,
      value TEXT NOT NULL,
      key TEXT NOT NULL REFERENCES state (key) ON DELETE CASCADE,
      PRIMARY KEY (field, value, key)
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS state_index_of_key ON state_index (key);

    CREATE TABLE IF NOT EXISTS jobs (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      lane TEXT NOT NULL,
      shop TEXT NOT NULL,
      due_at INTEGER NOT NULL,
      payload TEXT NOT NULL,
      fence INTEGER NOT NULL DEFAULT 0,
      worker TEXT,
      lease_until INTEGER,
      retry_at INTEGER NOT NULL DEFAULT 0,
      completed_at INTEGER
    );
    CREATE INDEX IF NOT EXISTS jobs_open ON jobs (kind, lane, due_at, shop, retry_at, lease_until) WHERE completed_at IS NULL;
    CREATE INDEX IF NOT EXISTS jobs_of_shop ON jobs (shop, kind, lane, due_at) WHERE completed_at IS NULL;
    CREATE INDEX IF NOT EXISTS jobs_leased ON jobs (kind, lease_until, shop) WHERE lease_until IS NOT NULL;
    CREATE INDEX IF NOT EXISTS jobs_completed ON jobs (completed_at) WHERE completed_at IS NOT NULL;
    CREATE TABLE IF NOT EXISTS job_turns (
      shop TEXT NOT NULL,
      kind TEXT NOT NULL,
      turn INTEGER NOT NULL,
      PRIMARY KEY (shop, kind)
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS job_turns_last ON job_turns (turn);

    CREATE TABLE IF NOT EXISTS vault (
      reference TEXT PRIMARY KEY,
      owner TEXT NOT NULL,
      lookup TEXT,
      nonce BLOB NOT NULL,
      sealed BLOB NOT NULL
    );
    CREATE INDEX IF NOT EXISTS vault_owner ON vault (owner, lookup);
    CREATE TABLE IF NOT EXISTS vault_key (id INTEGER PRIMARY KEY CHECK (id = 1), proof TEXT NOT NULL)`,
};

/** Opens `state.db`; one per process, shared by state store, work queue and vault. Erased values are overwritten in the file. */
export const openStateDatabase = (file: string): Database =>
  openDatabase({ file, synchronous: "FULL", schema: stateSchema, pragmas: ["secure_delete = ON"] });

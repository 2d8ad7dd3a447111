import { type Database, openDatabase, type Schema } from "../database.ts";
import type { OnLogKept } from "../files/truncate-log.ts";

/**
 * Instants are ms since 1970. Jobs: `ready_at` is 0 if due at enqueue or claimed once; `retry_at` is 0 without a pause.
 * `retry_for` is the pause's length (ms) or, without one, since when the job is free again (0: always). `put_down`
 * counts claims that weren't attempts, `died_of` is the reason for giving up, `shop` the tenant. `job_lines`: job
 * groups (ADR 26). `vault_new`: values without a known reference; `aged` is 1 once a sweep has begun since (ADR 21).
 * Files before 5 lack jobs' enqueue times, those before 4 checksums.
 */
export const stateSchema: Schema = {
  store: "state.db",
  version: 6,
  oldest: 5,
  sql: `
    CREATE TABLE IF NOT EXISTS state (
      key TEXT PRIMARY KEY,
      value TEXT NOT NULL,
      version INTEGER NOT NULL,
      expires_at INTEGER,
      sum INTEGER
    );
    CREATE INDEX IF NOT EXISTS state_expiring ON state (expires_at) WHERE expires_at IS NOT NULL;
    CREATE TABLE IF NOT EXISTS state_index (
      field TEXT NOT NULL,
      value TEXT NOT NULL,
      key TEXT NOT NULL REFERENCES state (key) ON DELETE CASCADE,
      sum INTEGER,
      PRIMARY KEY (field, value, key)
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS state_index_of_key ON state_index (key);

    CREATE TABLE IF NOT EXISTS jobs (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL,
      lane TEXT NOT NULL,
      shop TEXT NOT NULL,
      due_at INTEGER NOT NULL,
      ready_at INTEGER NOT NULL,
      payload TEXT NOT NULL,
      enqueued_at INTEGER NOT NULL,
      fence INTEGER NOT NULL DEFAULT 0,
      worker TEXT,
      lease_until INTEGER,
      lease_for INTEGER NOT NULL DEFAULT 0,
      retry_at INTEGER NOT NULL DEFAULT 0,
      retry_for INTEGER NOT NULL DEFAULT 0,
      completed_at INTEGER,
      put_down INTEGER NOT NULL DEFAULT 0,
      died_of TEXT,
      sum INTEGER
    );
    CREATE INDEX IF NOT EXISTS jobs_ready ON jobs (kind, shop, lane, due_at, id)
      WHERE completed_at IS NULL AND lease_until IS NULL AND retry_at = 0 AND ready_at = 0;
    CREATE INDEX IF NOT EXISTS jobs_later ON jobs (kind, shop, lane, due_at, id)
      WHERE completed_at IS NULL AND lease_until IS NULL AND retry_at = 0 AND ready_at > 0;
    CREATE INDEX IF NOT EXISTS jobs_pausing ON jobs (kind, shop, lane, retry_at)
      WHERE completed_at IS NULL AND lease_until IS NULL AND retry_at > 0;
    CREATE INDEX IF NOT EXISTS jobs_paused_since ON jobs (retry_at - retry_for) WHERE completed_at IS NULL AND retry_at > 0;
    CREATE INDEX IF NOT EXISTS jobs_of_shop ON jobs (shop, kind, lane, due_at) WHERE completed_at IS NULL;
    CREATE INDEX IF NOT EXISTS jobs_leased ON jobs (kind, lease_until, shop) WHERE lease_until IS NOT NULL;
    CREATE INDEX IF NOT EXISTS jobs_completed ON jobs (completed_at) WHERE completed_at IS NOT NULL;
    CREATE INDEX IF NOT EXISTS jobs_dead ON jobs (completed_at, kind) WHERE died_of IS NOT NULL;
    CREATE TABLE IF NOT EXISTS job_lines (
      kind TEXT NOT NULL,
      shop TEXT NOT NULL,
      lane TEXT NOT NULL,
      turn INTEGER NOT NULL,
      ready INTEGER NOT NULL,
      first_due INTEGER,
      next_due INTEGER,
      next_retry INTEGER,
      sum INTEGER,
      PRIMARY KEY (kind, shop, lane)
    ) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS job_lines_ready ON job_lines (kind, lane, turn, first_due, shop) WHERE ready = 1;
    CREATE INDEX IF NOT EXISTS job_lines_due ON job_lines (kind, lane, next_due) WHERE next_due IS NOT NULL;
    CREATE INDEX IF NOT EXISTS job_lines_retry ON job_lines (kind, lane, next_retry) WHERE next_retry IS NOT NULL;
    CREATE INDEX IF NOT EXISTS job_lines_turn ON job_lines (turn);

    CREATE TABLE IF NOT EXISTS vault (
      reference TEXT PRIMARY KEY,
      owner TEXT NOT NULL,
      lookup TEXT,
      nonce BLOB NOT NULL,
      sealed BLOB NOT NULL,
      sum INTEGER
    );
    CREATE INDEX IF NOT EXISTS vault_owner ON vault (owner, lookup);
    CREATE TABLE IF NOT EXISTS vault_new (
      reference TEXT PRIMARY KEY REFERENCES vault (reference) ON DELETE CASCADE,
      aged INTEGER NOT NULL DEFAULT 0,
      sum INTEGER
    );
    CREATE TABLE IF NOT EXISTS vault_key (id INTEGER PRIMARY KEY CHECK (id = 1), proof TEXT NOT NULL, sum INTEGER)`,
};

/** Pages before a checkpoint. When many jobs fall due, an often rewritten page goes into the file once (ADR 81). */
const logPages = 16_000;

/**
 * Opens the database once per process, for state store, work queue and vault. Erased values are overwritten.
 * `onLogKept`: called while erased values remain in its log ({@link createLogTruncator}).
 */
export const openStateDatabase = (file: string, onLogKept?: OnLogKept): Database =>
  openDatabase({
    file,
    synchronous: "FULL",
    schema: stateSchema,
    pragmas: ["secure_delete = ON", `wal_autocheckpoint = ${logPages}`],
    ...(onLogKept ? { onLogKept } : {}),
  });

import { type History, historyBeforeMendKey, historyKey } from "../../history/marks.ts";
import { parseStoredJson } from "../damage.ts";
import type { Database } from "../database.ts";
import { formatRowName } from "../row-checksum.ts";
import { openStateDatabase } from "./state-database.ts";

/** A job as stored. For repairs: nothing else may use `state.db` meanwhile. */

export type StoredJob = {
  id: string;
  kind: string;
  payload: Record<string, unknown>;
  /** Done or given up: never claimed again. */
  completed: boolean;
  dead: boolean;
};

/** Finds entries by key prefix, expired ones too. */
export const findEntries = <T>(db: Database, prefix: string): { key: string; value: T }[] =>
  db
    .prepare("SELECT key, value FROM state WHERE substr(key, 1, ?) = ? ORDER BY key")
    .all(prefix.length, prefix)
    .map((row) => ({
      key: String(row.key),
      value: parseStoredJson(db.file, row.value, () => formatRowName("state", row.key)) as T,
    }));

/** Reads the history, even in the middle of a repair. */
export const readStoreHistory = (db: Database): { history: History | undefined; mending: boolean } => {
  const entries = new Map(findEntries<History>(db, historyKey).map(({ key, value }) => [key, value]));
  const before = entries.get(historyBeforeMendKey);
  return { history: entries.get(historyKey) ?? before, mending: before !== undefined };
};

/** Sheaf doesn't start until the repair ends. */
export const moveHistoryAside = async (file: string): Promise<void> => {
  const db = openStateDatabase(file);
  try {
    await db.write(() =>
      db.prepare("UPDATE OR REPLACE state SET key = ? WHERE key = ?").run(historyBeforeMendKey, historyKey),
    );
  } finally {
    db.close();
  }
};

export const removeEntry = (db: Database, key: string): Promise<unknown> =>
  db.write(() => db.prepare("DELETE FROM state WHERE key = ?").run(key));

/** Removes entries by key prefix; returns how many. */
export const removeEntriesWith = (db: Database, prefix: string): Promise<number> =>
  db.write(() =>
    Number(db.prepare("DELETE FROM state WHERE substr(key, 1, ?) = ?").run(prefix.length, prefix).changes),
  );

/** Lists values by reference prefix. They stay encrypted. */
export const encryptedValuesWith = (db: Database, prefix: string): { reference: string; owner: string }[] =>
  db
    .prepare("SELECT reference, owner FROM vault WHERE substr(reference, 1, ?) = ? ORDER BY reference")
    .all(prefix.length, prefix)
    .map(({ reference, owner }) => ({ reference: String(reference), owner: String(owner) }));

export const removeEncryptedValue = (db: Database, reference: string): Promise<unknown> =>
  db.write(() => db.prepare("DELETE FROM vault WHERE reference = ?").run(reference));

/** Makes sweeps check every such value, as if just put. After a loss, nobody knows which are in use. */
export const markForCleanup = (db: Database, prefix: string): Promise<unknown> =>
  db.write(() =>
    db
      .prepare(
        `INSERT INTO vault_new (reference) SELECT reference FROM vault WHERE substr(reference, 1, ?) = ?
         ON CONFLICT (reference) DO UPDATE SET aged = 0`,
      )
      .run(prefix.length, prefix),
  );

export const listJobs = (db: Database): StoredJob[] =>
  db
    .prepare(
      "SELECT id, kind, payload, completed_at IS NOT NULL AS completed, died_of IS NOT NULL AS dead FROM jobs ORDER BY id",
    )
    .all()
    .map((row) => ({
      id: String(row.id),
      kind: String(row.kind),
      payload: parseStoredJson(db.file, row.payload, () => formatRowName("jobs", row.id)) as Record<string, unknown>,
      completed: row.completed === 1,
      dead: row.dead === 1,
    }));

/** Removes a job, and the memory of its completion. */
export const removeJob = (db: Database, id: string): Promise<unknown> =>
  db.write(() => db.prepare("DELETE FROM jobs WHERE id = ?").run(id));

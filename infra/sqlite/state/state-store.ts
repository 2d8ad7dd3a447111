import type { Clock } from "../../ports/clock.ts";
import type { Json } from "../../ports/json.ts";
import {
  createVersion,
  StateConflict,
  type StateEntry,
  type StateStore,
  serializeState,
} from "../../ports/stores/state-store.ts";
import { parseStoredJson } from "../damage.ts";
import type { Database } from "../database.ts";
import { limitClause } from "../limit-clause.ts";
import { computeRowChecksum, formatRowName, type Row, verifyRow } from "../row-checksum.ts";

const purgeEveryMs = 60_000;
/** Maximum entries purged per write, because the writer waits for it, and maximum bytes of large ones. */
const purgedAtOnce = { entries: 200, bytes: 1_000_000 };

/** `close` closes the shared database. */
export const createSqliteStateStore = (db: Database, clock: Pick<Clock, "wall" | "steady">): StateStore => {
  const now = (): number => clock.wall().getTime();
  let purgedAt = clock.steady();
  const readValue = (row: Row): unknown =>
    parseStoredJson(db.file, verifyRow(db.file, "state", row).value, () => formatRowName("state", row.key));

  /** Version of an entry: 0 when absent or expired; `isThere`: in the table, even if expired. */
  const readVersion = (key: string): { version: number; isThere: boolean } => {
    const row = db.prepare("SELECT version, expires_at FROM state WHERE key = ?").get(key);
    if (!row) return { version: 0, isThere: false };
    const hasExpired = row.expires_at !== null && Number(row.expires_at) <= now();
    return { version: hasExpired ? 0 : Number(row.version), isThere: true };
  };
  const demand = (key: string, actual: number, expectedVersion: number | undefined): void => {
    if (expectedVersion === undefined || expectedVersion === actual) return;
    throw new StateConflict(`${key} is at version ${actual} (0: absent), not at ${expectedVersion}. Read it again.`);
  };
  /** Inserts an entry. False if the key exists, even expired. */
  const insertNew = (row: readonly [key: string, text: string, version: number, expiresAt: number | null]): boolean =>
    db
      .prepare(
        "INSERT INTO state (key, value, version, expires_at, sum) VALUES (?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING",
      )
      .run(...row, computeRowChecksum(row)).changes > 0;
  const purge = (): void => {
    if (clock.steady() - purgedAt < purgeEveryMs) return;
    const expired = db
      .prepare(`SELECT key, octet_length(value) AS bytes FROM state WHERE expires_at <= ? ${limitClause}`)
      .all(now(), purgedAtOnce.entries);
    const remove = db.prepare("DELETE FROM state WHERE key = ?");
    let [removed, bytes] = [0, 0];
    for (const row of expired) {
      bytes += Number(row.bytes);
      if (removed > 0 && bytes > purgedAtOnce.bytes) break;
      remove.run(String(row.key));
      removed += 1;
    }
    // While expired entries remain, each write clears some, so they don't pile up.
    if (removed === expired.length && removed < purgedAtOnce.entries) purgedAt = clock.steady();
  };
  const hasIndex = (key: string, names: readonly (readonly [string, string])[]): boolean => {
    const rows = db.prepare("SELECT field, value FROM state_index WHERE key = ?").all(key);
    return (
      rows.length === names.length &&
      rows.every((row) => names.some(([field, value]) => row.field === field && row.value === value))
    );
  };
  const replaceIndex = (key: string, index: Readonly<Record<string, string>>, isThere: boolean): void => {
    const names = Object.entries(index);
    // Repeated puts nearly always keep the names.
    if (isThere && hasIndex(key, names)) return;
    if (isThere) db.prepare("DELETE FROM state_index WHERE key = ?").run(key);
    const insert = db.prepare("INSERT INTO state_index (field, value, key, sum) VALUES (?, ?, ?, ?)");
    for (const name of names) insert.run(...name, key, computeRowChecksum([...name, key]));
  };

  return {
    get: <T extends Json>(key: string) =>
      db.read((): StateEntry<T> | undefined => {
        const row = db
          .prepare("SELECT * FROM state WHERE key = ? AND (expires_at IS NULL OR expires_at > ?)")
          .get(key, now());
        return row && { key, value: readValue(row) as T, version: Number(row.version) };
      }),
    async put(key, value, { ifVersion, expiresAt, index, durable } = {}) {
      const text = serializeState(key, value);
      return db.write(() => {
        purge();
        const row = [key, text, createVersion(), expiresAt?.getTime() ?? null] as const;
        if (ifVersion === 0 && insertNew(row)) {
          if (index) replaceIndex(key, index, false);
          return row[2];
        }
        const { version: actual, isThere } = readVersion(key);
        demand(key, actual, ifVersion);
        // With its checksum, as in append.ts, the row is written once; with the trigger, twice.
        db.prepare(
          `INSERT INTO state (key, value, version, expires_at, sum) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (key) DO UPDATE SET value = excluded.value, version = excluded.version, expires_at = excluded.expires_at`,
        ).run(...row, computeRowChecksum(row));
        // An expired entry's names must not find the new one.
        if (index || (isThere && actual === 0)) replaceIndex(key, index ?? {}, isThere);
        return row[2];
      }, durable);
    },
    delete: (key, { ifVersion } = {}) =>
      db.write(() => {
        const actual = readVersion(key).version;
        demand(key, actual, ifVersion);
        db.prepare("DELETE FROM state WHERE key = ?").run(key);
        return actual > 0;
      }),
    find: <T extends Json>(field: string, equals: string, limit = 1_000) =>
      db.read(() =>
        db
          .prepare(
            `SELECT state.* FROM state_index JOIN state USING (key)
             WHERE field = ? AND state_index.value = ? AND (expires_at IS NULL OR expires_at > ?)
             ORDER BY state_index.key ${limitClause}`,
          )
          .all(field, equals, now(), limit)
          .map(
            (row): StateEntry<T> => ({
              key: String(row.key),
              value: readValue(row) as T,
              version: Number(row.version),
            }),
          ),
      ),
    async close() {
      db.close();
    },
  };
};

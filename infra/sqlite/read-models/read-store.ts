import { setImmediate as nextTurn } from "node:timers/promises";
import type { Checkpoint } from "../../ports/stores/history.ts";
import type { ReadStore, StoredDocument } from "../../ports/stores/read-store.ts";
import type { Database } from "../database.ts";
import { limitClause } from "../limit-clause.ts";
import { assertNotBehind } from "./assert-not-behind.ts";
import { createChangeWriter } from "./read-changes.ts";
import { createReadConnection, type ReadConnectionOptions } from "./read-connection.ts";
import { countSql, findSql } from "./read-query.ts";
import { collectionSql, toTableName } from "./read-schema.ts";

/** Time until a batch releases the write lock, ms; with the commit under 20 ms. */
const sliceMs = 10;
const clearedAtOnce = 500;

/**
 * Creates a read store in one file. With `readOnly` the file may be missing, come later or be replaced: missing data
 * reads as empty.
 */
export const createSqliteReadStore = (options: ReadConnectionOptions): ReadStore => {
  const connection = createReadConnection(options);
  const { query, writable } = connection;

  const clear: ReadStore["clear"] = async (collection, { fence = 0 } = {}) => {
    const db = writable();
    const table = toTableName(collection);
    const clearSome = () => {
      const { changes } = db
        .prepare(`DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE fence <= ? ${limitClause})`)
        .run(fence, clearedAtOnce);
      return changes === clearedAtOnce ? "more" : undefined;
    };
    await inSlices(db, "more", (_, isOver) => {
      let left = clearSome();
      while (left !== undefined && !isOver()) left = clearSome();
      return left;
    });
  };

  return {
    async ensureCollections(definitions) {
      const db = writable();
      for (const sql of definitions.flatMap(collectionSql)) await db.write(() => db.prepare(sql).run());
    },
    get: (collection, id) =>
      query<StoredDocument | undefined>(undefined, (db) => {
        const row = db
          .prepare(
            `SELECT id, position, document FROM ${toTableName(collection)} WHERE id = ? AND document IS NOT NULL`,
          )
          .get(id);
        return row && storedDocument(row);
      }),
    find: (collection, wanted) =>
      query<StoredDocument[]>([], (db) => {
        const { text, parameters } = findSql(collection, wanted);
        return db
          .prepare(text)
          .all(...parameters)
          .map(storedDocument);
      }),
    count: (collection, where = [], { atMost } = {}) =>
      query(0, (db) => {
        const { text, parameters } = countSql(collection, where, atMost);
        return Number(db.prepare(text).get(...parameters)?.count);
      }),
    async apply(changes, { fence = 0, following } = {}) {
      const db = writable();
      // One event may rewrite a list, which readers must not see half done.
      const mayPause = (index: number) => changes[index]?.position !== changes[index - 1]?.position;
      const work = (from: number, isOver: () => boolean) => {
        const writer = createChangeWriter(db, fence);
        let index = from;
        for (let change = changes[index]; change; change = changes[index]) {
          writer.apply(change);
          index += 1;
          if (mayPause(index) && isOver()) break;
        }
        writer.flush();
        return index < changes.length ? index : undefined;
      };
      await inSlices(db, 0, work, () => assertNotBehind(db, following, fence));
    },
    clear,
    async drop(collection, options) {
      const db = writable();
      const table = toTableName(collection);
      const isThere = () =>
        db.prepare("SELECT 1 FROM sqlite_schema WHERE name = ?").get(table.slice(1, -1)) !== undefined;
      if (!(await query(false, isThere))) return;
      await clear(collection, options);
      await db.write(() => {
        if (isThere() && !db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get()) db.prepare(`DROP TABLE ${table}`).run();
      });
    },
    readCheckpoint: (name) =>
      query(undefined, (db) => {
        const row = db.prepare("SELECT checkpoint FROM checkpoints WHERE name = ?").get(name);
        return row?.checkpoint ? (JSON.parse(String(row.checkpoint)) as Checkpoint) : undefined;
      }),
    async writeCheckpoint(name, checkpoint, { fence = 0, following } = {}) {
      const db = writable();
      const { changes } = await db.write(() => {
        assertNotBehind(db, following, fence);
        return db
          .prepare(
            `INSERT INTO checkpoints (name, fence, checkpoint) VALUES (?, ?, ?)
             ON CONFLICT (name) DO UPDATE SET fence = excluded.fence, checkpoint = excluded.checkpoint
             WHERE fence <= excluded.fence`,
          )
          .run(name, fence, checkpoint ? JSON.stringify(checkpoint) : null);
      });
      return changes === 1;
    },
    checkpoints: () =>
      query(new Map(), (db) => {
        const rows = db.prepare("SELECT name, checkpoint FROM checkpoints WHERE checkpoint IS NOT NULL").all();
        return new Map(rows.map((row) => [String(row.name), JSON.parse(String(row.checkpoint)) as Checkpoint]));
      }),
    readRegister: (name) =>
      query(undefined, (db) => {
        const row = db.prepare("SELECT version, value FROM registers WHERE name = ?").get(name);
        return row && { version: Number(row.version), value: JSON.parse(String(row.value)) };
      }),
    async writeRegister(name, value, { ifVersion }) {
      const db = writable();
      const text = JSON.stringify(value);
      const { changes } = await db.write(() =>
        ifVersion === 0
          ? db.prepare("INSERT OR IGNORE INTO registers (name, version, value) VALUES (?, 1, ?)").run(name, text)
          : db
              .prepare("UPDATE registers SET version = version + 1, value = ? WHERE name = ? AND version = ?")
              .run(text, name, ifVersion),
      );
      return changes === 1;
    },
    async close() {
      connection.close();
    },
  };
};

const storedDocument = (row: Record<string, unknown>): StoredDocument => ({
  id: String(row.id),
  position: String(row.position),
  document: JSON.parse(String(row.document)),
});

/**
 * Works in transactions of some ms; other writers run in between. Each starts at the last commit, so it can be retried.
 * `work` returns its progress; undefined at the end. `atStart` runs first in each, and may throw.
 */
const inSlices = async <P>(
  db: Database,
  first: P,
  work: (from: P, isOver: () => boolean) => P | undefined,
  atStart?: () => void,
): Promise<void> => {
  let committed: P | undefined = first;
  while (committed !== undefined) {
    const start: P = committed;
    committed = await db.write(() => {
      atStart?.();
      const end = performance.now() + sliceMs;
      return work(start, () => performance.now() >= end);
    });
    if (committed !== undefined) await nextTurn();
  }
};

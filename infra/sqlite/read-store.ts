import { setImmediate as nextTurn } from "node:timers/promises";
import type { ReadStore, StoredDocument } from "../ports/read-store.ts";
import type { Database } from "./database.ts";
import { applyStep, type Progress } from "./read-changes.ts";
import { createReadConnection } from "./read-connection.ts";
import { countSql, findSql } from "./read-query.ts";
import { collectionSql, tableOf } from "./read-schema.ts";

/** A batch gives the write lock back after this; with the commit it stays under 20 ms. */
const sliceMs = 10;
const clearedAtOnce = 500;

/** Read models in one file. With `readOnly` it may be missing, come later or be made anew: what is not there reads as empty. */
export const createSqliteReadStore = (options: { file: string; readOnly?: boolean }): ReadStore => {
  const connection = createReadConnection(options);
  const { query, writable } = connection;

  return {
    async ensureCollections(definitions) {
      const db = writable();
      for (const sql of definitions.flatMap(collectionSql)) await db.write(() => db.prepare(sql).run());
    },
    get: (collection, id) =>
      query<StoredDocument | undefined>(undefined, (db) => {
        const row = db
          .prepare(`SELECT id, position, document FROM ${tableOf(collection)} WHERE id = ? AND document IS NOT NULL`)
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
    count: (collection, where = []) =>
      query(0, (db) => {
        const { text, parameters } = countSql(collection, where);
        return Number(db.prepare(text).get(...parameters)?.count);
      }),
    async apply(changes) {
      const db = writable();
      // One event may place a whole list anew: readers must not see it half done. A change of many by a field takes as long as it takes.
      const mayPause = ({ change, afterId }: Progress) =>
        afterId !== "" || changes[change]?.position !== changes[change - 1]?.position;
      await inSlices(db, { change: 0, afterId: "" }, (progress) => applyStep(db, changes, progress), mayPause);
    },
    async clear(collection) {
      const db = writable();
      const table = tableOf(collection);
      const clearSome = () => {
        const { changes } = db
          .prepare(`DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} LIMIT ?)`)
          .run(clearedAtOnce);
        return changes === clearedAtOnce ? "more" : undefined;
      };
      await inSlices(db, "more", clearSome, () => true);
    },
    readCheckpoint: (name) =>
      query(undefined, (db) => {
        const row = db.prepare("SELECT store_id, position FROM checkpoints WHERE name = ?").get(name);
        return row && { storeId: String(row.store_id), position: String(row.position) };
      }),
    async writeCheckpoint(name, checkpoint) {
      const db = writable();
      await db.write(() =>
        checkpoint
          ? db
              .prepare("INSERT OR REPLACE INTO checkpoints (name, store_id, position) VALUES (?, ?, ?)")
              .run(name, checkpoint.storeId, checkpoint.position)
          : db.prepare("DELETE FROM checkpoints WHERE name = ?").run(name),
      );
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
 * Repeats a step until it answers undefined, in transactions of some milliseconds that end where they may, with a turn for others
 * between them.
 * Each transaction begins where the last committed one ended, so it can be tried again.
 */
const inSlices = async <P>(
  db: Database,
  first: P,
  step: (progress: P) => P | undefined,
  mayPause: (progress: P) => boolean,
): Promise<void> => {
  let committed: P | undefined = first;
  while (committed !== undefined) {
    const start: P = committed;
    committed = await db.write(() => {
      const end = performance.now() + sliceMs;
      let progress = step(start);
      while (progress !== undefined && !(mayPause(progress) && performance.now() >= end)) progress = step(progress);
      return progress;
    });
    if (committed !== undefined) await nextTurn();
  }
};

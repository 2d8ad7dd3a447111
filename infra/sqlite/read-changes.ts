import type { JsonObject } from "../ports/json.ts";
import type { PositionedChange } from "../ports/read-store.ts";
import type { Database } from "./database.ts";
import { staleSql } from "./read-query.ts";
import { memoized, tableOf } from "./read-schema.ts";

/** Documents changed by one step of a change that concerns many. */
const documentsAtOnce = 200;

/** How far a list of changes is applied: the next change, and the last document of it that is done. */
export type Progress = { change: number; afterId: string };

/** Applies the next change, or a part of it; answers how far it came, undefined at the end. */
export const applyStep = (
  db: Database,
  changes: readonly PositionedChange[],
  { change: index, afterId }: Progress,
  fence: number,
): Progress | undefined => {
  const change = changes[index];
  if (!change) return undefined;
  const table = tableOf(change.collection);
  const next = { change: index + 1, afterId: "" };
  switch (change.kind) {
    case "put":
      upsert(db, table, change.id, change.position, JSON.stringify(change.document), fence);
      return next;
    case "delete":
      upsert(db, table, change.id, change.position, null, fence);
      return next;
    case "merge":
      merge(db, table, change.id, change.position, change.fields, fence);
      return next;
    case "mergeWhere": {
      const { position, where, fields } = change;
      const { text, parameters } = staleSql(change.collection, where, { position, afterId, limit: documentsAtOnce });
      const ids = db
        .prepare(text)
        .all(...parameters)
        .map((row) => String(row.id));
      for (const id of ids) merge(db, table, id, position, fields, fence);
      const last = ids.at(-1);
      return last === undefined || ids.length < documentsAtOnce ? next : { change: index, afterId: last };
    }
  }
};

/** Texts of the statements of a table, made once: a text made anew for each document costs a tenth of the write. */
const textsOf = memoized((table: string) => ({
  upsert: `INSERT INTO ${table} (id, position, document, fence) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET position = excluded.position, document = excluded.document, fence = excluded.fence
    WHERE position < excluded.position AND fence <= excluded.fence`,
  older: `SELECT document FROM ${table} WHERE id = ? AND position < ? AND fence <= ? AND document IS NOT NULL`,
  update: `UPDATE ${table} SET document = ?, position = ?, fence = ? WHERE id = ?`,
}));

const upsert = (
  db: Database,
  table: string,
  id: string,
  position: string,
  document: string | null,
  fence: number,
): void => {
  db.prepare(textsOf(table).upsert).run(id, position, document, fence);
};

const merge = (db: Database, table: string, id: string, position: string, fields: JsonObject, fence: number): void => {
  const row = db.prepare(textsOf(table).older).get(id, position, fence);
  if (!row) return;
  const document = { ...(JSON.parse(String(row.document)) as JsonObject), ...fields };
  db.prepare(textsOf(table).update).run(JSON.stringify(document), position, fence, id);
};

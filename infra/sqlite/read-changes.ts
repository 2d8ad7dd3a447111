import type { JsonObject } from "../ports/json.ts";
import type { PositionedChange } from "../ports/read-store.ts";
import type { Database } from "./database.ts";
import { memoized, tableOf } from "./read-schema.ts";

/** Applies a change where it is newer than the document, and no later fence wrote that. */
export const applyChange = (db: Database, change: PositionedChange, fence: number): void => {
  const table = tableOf(change.collection);
  const { id, position } = change;
  if (change.kind === "merge") merge(db, table, id, position, change.fields, fence);
  else upsert(db, table, id, position, change.kind === "put" ? JSON.stringify(change.document) : null, fence);
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

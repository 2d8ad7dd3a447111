import { assertCollectionName, assertFieldName } from "../../ports/stores/read-names.ts";
import type { CollectionDefinition } from "../../ports/stores/read-store.ts";
import type { Schema } from "../database.ts";

export const readSchema: Schema = {
  store: "read-models.db",
  version: 3,
  sql: `
    CREATE TABLE IF NOT EXISTS checkpoints (
      name TEXT PRIMARY KEY,
      fence INTEGER NOT NULL,
      checkpoint TEXT
    );
    CREATE TABLE IF NOT EXISTS registers (
      name TEXT PRIMARY KEY,
      version INTEGER NOT NULL,
      value TEXT NOT NULL
    )`,
};

export const memoize = <T>(make: (name: string) => T): ((name: string) => T) => {
  const made = new Map<string, T>();
  return (name) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const fresh = make(name);
    made.set(name, fresh);
    return fresh;
  };
};

/** Name of a collection's table, quoted. */
export const toTableName = memoize((collection) => {
  assertCollectionName(collection);
  return `"documents/${collection}"`;
});

/**
 * Expression for a field. It must always be the same text: an index serves only the very expression it was built on.
 */
export const toFieldExpression = (field: string): string => `json_extract(document, '${toJsonPath(field)}')`;

const toJsonPath = (field: string): string => {
  assertFieldName(field);
  return `$.${field}`;
};

/**
 * A deleted document stays as a row without text: a repeated older change can't bring it back. Without a rowid, one
 * search finds a document instead of two, and every index ends in the id. But such a search reads the rows it passes
 * whole, so tables of large documents have rowids.
 */
export const collectionSql = ({ name, indexes, large = false }: CollectionDefinition): string[] => [
  `CREATE TABLE IF NOT EXISTS ${toTableName(name)} (id TEXT PRIMARY KEY, position TEXT NOT NULL, document TEXT, fence INTEGER NOT NULL DEFAULT 0)${large ? "" : " WITHOUT ROWID"}`,
  ...indexes
    .map((index) => (typeof index === "string" ? [index] : index))
    .map(
      (fields) =>
        `CREATE INDEX IF NOT EXISTS "documents/${name}/${fields.join("+")}" ON ${toTableName(name)} (${fields.map(toFieldExpression).join(", ")}) WHERE document IS NOT NULL`,
    ),
];

import type { SQLInputValue } from "node:sqlite";
import type { Database } from "../database.ts";
import { computeRowChecksum, getKeyColumns, type Row, verifyRow } from "../row-checksum.ts";

type Db = Pick<Database, "prepare" | "file">;

/** SQL texts: each is needed several times a job. */
const texts = new Map<string, string>();
const once = (name: string, text: () => string): string => {
  const known = texts.get(name);
  if (known !== undefined) return known;
  const made = text();
  texts.set(name, made);
  return made;
};

const assignments = (columns: readonly string[], between: string) => columns.map((name) => `${name} = ?`).join(between);
const whereKey = (table: string): string => once(table, () => assignments(getKeyColumns(table), " AND "));
const updateOf = (table: string, columns: readonly string[], where: string): string =>
  once(
    `${table} ${columns} ${where}`,
    () => `UPDATE ${table} SET ${assignments(columns, ", ")}, sum = ? WHERE ${where}`,
  );

const withChecksum = (row: Row, changes: Row): Row => {
  const { sum: _, ...changed }: Row = { ...row, ...changes };
  return { ...changed, sum: computeRowChecksum(Object.values(changed)) };
};

/**
 * Adds a whole row, in column order, with its checksum; a trigger would write it twice. False if its key exists. Call
 * within a transaction.
 */
export const addRow = (db: Db, table: string, row: Row): boolean => {
  const sql = once(
    `${table} is given ${Object.keys(row)}`,
    () =>
      `INSERT INTO ${table} (${Object.keys(row).join(", ")}, sum) VALUES (${Object.keys(row)
        .map(() => "?")
        .join(", ")}, ?)
       ON CONFLICT (${getKeyColumns(table).join(", ")}) DO NOTHING`,
  );
  const values = Object.values(row);
  return db.prepare(sql).run(...values, computeRowChecksum(values)).changes > 0;
};

/**
 * Changes a row that was read whole. Sets its checksum: triggers would check and write it twice. Call within a
 * transaction.
 * @throws {StoreDamaged} it is not what was written
 */
export const changeRow = (db: Db, table: string, row: Row, changes: Row): Row => {
  const changed = withChecksum(verifyRow(db.file, table, row), changes);
  const columns = Object.keys(changes);
  db.prepare(updateOf(table, columns, whereKey(table))).run(
    ...Object.values(changes),
    changed.sum ?? null,
    ...getKeyColumns(table).map((name) => changed[name] ?? null),
  );
  return changed;
};

/**
 * Changes a row as this process last wrote it, without rereading. Undefined, without a change, if the stored row
 * differs or `also` (SQL) doesn't hold. Call within a transaction.
 */
export const changeKnownRow = (
  db: Db,
  table: string,
  known: Row,
  changes: Row,
  also: { where: string; values: readonly SQLInputValue[] },
): Row | undefined => {
  const changed = withChecksum(known, changes);
  const { changes: count } = db
    .prepare(updateOf(table, Object.keys(changes), `${whereKey(table)} AND sum = ? AND ${also.where}`))
    .run(
      ...Object.values(changes),
      changed.sum ?? null,
      ...getKeyColumns(table).map((name) => known[name] ?? null),
      known.sum ?? null,
      ...also.values,
    );
  return count > 0 ? changed : undefined;
};

export const changeRows = (
  db: Db,
  table: string,
  { where, values }: { where: string; values: readonly SQLInputValue[] },
  changes: (row: Row) => Row,
): number => {
  const rows = db.prepare(`SELECT * FROM ${table} WHERE ${where}`).all(...values);
  for (const row of rows) changeRow(db, table, row, changes(row));
  return rows.length;
};

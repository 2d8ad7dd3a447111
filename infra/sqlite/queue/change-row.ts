import type { SQLInputValue } from "node:sqlite";
import type { Database } from "../database.ts";
import { computeRowChecksum, getKeyColumns, type Row, verifyRow } from "../row-checksum.ts";

type Db = Pick<Database, "prepare" | "file">;

const assign = (columns: readonly string[], between = ", "): string =>
  columns.map((name) => `${name} = ?`).join(between);

/**
 * Adds a whole row, in column order, with its checksum; a trigger would write it twice. False if its key exists. Call
 * within a transaction.
 */
export const addRow = (db: Db, table: string, row: Row): boolean => {
  const values = Object.values(row);
  const sql = `INSERT INTO ${table} (${Object.keys(row)}, sum) VALUES (${values.map(() => "?")}, ?)
    ON CONFLICT (${getKeyColumns(table)}) DO NOTHING`;
  return db.prepare(sql).run(...values, computeRowChecksum(values)).changes > 0;
};

/**
 * Changes a row that was read whole. Sets its checksum: triggers would check and write it twice. Call within a
 * transaction.
 * @throws {StoreDamaged} it is not what was written
 */
export const changeRow = (db: Db, table: string, row: Row, changes: Row): Row => {
  const { sum: _, ...changed }: Row = { ...verifyRow(db.file, table, row), ...changes };
  const [columns, keys] = [Object.keys(changes), getKeyColumns(table)];
  const sum = computeRowChecksum(Object.values(changed));
  db.prepare(`UPDATE ${table} SET ${assign(columns)}, sum = ? WHERE ${assign(keys, " AND ")}`).run(
    ...Object.values(changes),
    sum,
    ...keys.map((name) => changed[name] ?? null),
  );
  return { ...changed, sum };
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

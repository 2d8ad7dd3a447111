import type { SQLInputValue } from "node:sqlite";
import type { Database } from "./database.ts";
import { checkedRow, keyOf, type Row, sumOf } from "./row-sum.ts";

type Db = Pick<Database, "prepare" | "file">;

/**
 * Gives a row that was read whole other values, and the checksum that it then has. For tables that are changed all the time: triggers would hand
 * a row over to be looked at twice, and write it twice. Within a transaction. @throws {StoreDamaged} it is not what was written
 */
export const changeRow = (db: Db, table: string, row: Row, changes: Row): Row => {
  const { sum: _, ...changed }: Row = { ...checkedRow(db.file, table, row), ...changes };
  const key = keyOf(table);
  const columns = Object.keys(changes);
  const sum = sumOf(Object.values(changed));
  const given = (names: readonly string[], between: string) => names.map((name) => `${name} = ?`).join(between);
  db.prepare(`UPDATE ${table} SET ${given(columns, ", ")}, sum = ? WHERE ${given(key, " AND ")}`).run(
    ...Object.values(changes),
    sum,
    ...key.map((name) => changed[name] ?? null),
  );
  return { ...changed, sum };
};

/** The same of all rows for which `where` holds; how many. */
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

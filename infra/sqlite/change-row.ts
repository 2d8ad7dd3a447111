import type { Database } from "./database.ts";
import { checkedRow, type Row, sumOf } from "./row-sum.ts";

/**
 * Gives a row that was read whole other values, and the checksum that it then has. For what is changed all the time: the triggers would hand it
 * over to be looked at twice, and write it twice. Within a transaction. @throws {StoreDamaged} it is not what was written
 */
export const changeRow = (db: Pick<Database, "prepare" | "file">, table: string, row: Row, changes: Row): Row => {
  const { sum: _, ...changed }: Row = { ...checkedRow(db.file, table, row), ...changes };
  const [key] = Object.keys(changed);
  const columns = Object.keys(changes);
  const sum = sumOf(Object.values(changed));
  db.prepare(`UPDATE ${table} SET ${columns.map((name) => `${name} = ?`).join(", ")}, sum = ? WHERE ${key} = ?`).run(
    ...Object.values(changes),
    sum,
    changed[String(key)] ?? null,
  );
  return { ...changed, sum };
};

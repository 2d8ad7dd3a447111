import type { SQLInputValue } from "node:sqlite";
import type { Database } from "../database.ts";
import { checkedRow, keyOf, type Row, sumOf } from "../row-sum.ts";

type Db = Pick<Database, "prepare" | "file">;

/** The same text for the same columns: it is asked for several times a job. */
const texts = new Map<string, string>();
const once = (name: string, text: () => string): string => {
  const known = texts.get(name);
  if (known !== undefined) return known;
  const made = text();
  texts.set(name, made);
  return made;
};

const placed = (columns: readonly string[], between: string) => columns.map((name) => `${name} = ?`).join(between);
const whereKey = (table: string): string => once(table, () => placed(keyOf(table), " AND "));
const updateOf = (table: string, columns: readonly string[], where: string): string =>
  once(`${table} ${columns} ${where}`, () => `UPDATE ${table} SET ${placed(columns, ", ")}, sum = ? WHERE ${where}`);

const withSum = (row: Row, changes: Row): Row => {
  const { sum: _, ...changed }: Row = { ...row, ...changes };
  return { ...changed, sum: sumOf(Object.values(changed)) };
};

/**
 * Adds a row, given whole and in the order of the table's columns, with its checksum, which a trigger would write after it. False where its key is
 * there already. Within a transaction.
 */
export const addRow = (db: Db, table: string, row: Row): boolean => {
  const sql = once(
    `${table} is given ${Object.keys(row)}`,
    () =>
      `INSERT INTO ${table} (${Object.keys(row).join(", ")}, sum) VALUES (${Object.keys(row)
        .map(() => "?")
        .join(", ")}, ?)
       ON CONFLICT (${keyOf(table).join(", ")}) DO NOTHING`,
  );
  const values = Object.values(row);
  return db.prepare(sql).run(...values, sumOf(values)).changes > 0;
};

/**
 * Gives a row that was read whole other values, and the checksum that it then has. For tables that are changed all the time: triggers would hand
 * a row over to be looked at twice, and write it twice. Within a transaction. @throws {StoreDamaged} it is not what was written
 */
export const changeRow = (db: Db, table: string, row: Row, changes: Row): Row => {
  const changed = withSum(checkedRow(db.file, table, row), changes);
  const columns = Object.keys(changes);
  db.prepare(updateOf(table, columns, whereKey(table))).run(
    ...Object.values(changes),
    changed.sum ?? null,
    ...keyOf(table).map((name) => changed[name] ?? null),
  );
  return changed;
};

/**
 * The same of a row as this process wrote it last, without reading it again; undefined, and nothing is changed, where it stands there no more as it
 * was, or `also` (SQL) does not hold of it. Within a transaction.
 */
export const changeKnownRow = (
  db: Db,
  table: string,
  known: Row,
  changes: Row,
  also: { where: string; values: readonly SQLInputValue[] },
): Row | undefined => {
  const changed = withSum(known, changes);
  const { changes: count } = db
    .prepare(updateOf(table, Object.keys(changes), `${whereKey(table)} AND sum = ? AND ${also.where}`))
    .run(
      ...Object.values(changes),
      changed.sum ?? null,
      ...keyOf(table).map((name) => known[name] ?? null),
      known.sum ?? null,
      ...also.values,
    );
  return count > 0 ? changed : undefined;
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

import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { crc32 } from "node:zlib";
import { damaged } from "./damage.ts";

/**
 * SQLite does not notice a flipped byte in a value. So each row carries a checksum over all its other columns, in the column `sum`, which
 * is the last one of its table (ADR 29).
 */
export type Row = Record<string, SQLOutputValue>;

/** The checksum over the values of a row, in the order of its columns: a CRC-32, which sees every change of up to four bytes in a row. */
export const sumOf = (values: readonly SQLOutputValue[]): number => sumOfFirst(values, values.length);

/** Reading a whole history makes many of these: by index, without a copy of the row, they cost half. */
const sumOfFirst = (values: readonly SQLOutputValue[], count: number): number => {
  let sum = 0;
  let text = "";
  for (let place = 0; place < count; place += 1) {
    const value = values[place] as SQLOutputValue;
    if (value instanceof Uint8Array) {
      sum = crc32(value, crc32(text, sum));
      text = "";
    } else text += value === null ? "\u0001" : value;
    text += "\0";
  }
  return crc32(text, sum);
};

/** Whether a row is what was written; its last value is its checksum. */
export const fits = (values: readonly SQLOutputValue[]): boolean => {
  const last = values.length - 1;
  const sum = values[last] ?? null;
  return sum !== null && Number(sum) === sumOfFirst(values, last);
};

/** The same of a row that was read as one text: its values but the checksum, each with a NUL behind it. None of them may be null or bytes. */
export const fitsText = (text: string, sum: SQLOutputValue): boolean => sum !== null && Number(sum) === crc32(text);

const longestName = 80;

/** What a file holds, fit to be printed: of a damaged one it may be anything. */
export const printable = (value: unknown): string => {
  const text = String(value).replaceAll(/[^\x20-\x7e]/g, "?");
  return text.length > longestName ? `${text.slice(0, longestName)}…` : text;
};

const names: Record<string, string> = {
  events: "event",
  state: "the entry",
  jobs: "the job",
  vault: "the sealed value",
};

/** What a row is called in sentences, "the entry history" for example; `key` is its first value. */
export const nameOfRow = (table: string, key: unknown): string =>
  names[table] === undefined ? `a row of its table ${table}` : `${names[table]} ${printable(key)}`;

/** A row that was read whole, with its columns in their order. @throws {StoreDamaged} it is not what was written */
export const checkedRow = (file: string, table: string, row: Row): Row => {
  const values = Object.values(row);
  if (!fits(values)) throw damaged(file, `${nameOfRow(table, values[0])} cannot be read`);
  return row;
};

type Columns = { all: string[]; key: string[] };

/**
 * Tables of which every row is changed by `change-row.ts`, with the columns of their keys: rows of the queue change with each claim (ADR 81).
 * Those that are added get their checksum as everywhere.
 */
const changedByHand: Readonly<Record<string, readonly string[]>> = {
  jobs: ["id"],
  job_lines: ["kind", "shop", "lane"],
};

/** The primary key of a table of which rows are changed by `change-row.ts`. */
export const keyOf = (table: string): readonly string[] => {
  const key = changedByHand[table];
  if (!key) throw new RangeError(`Rows of ${table} are changed by statements of their own.`);
  return key;
};

/** The columns that a checksum is over, and those of the primary key, by table; of tables that carry one. */
export const summedTables = (db: Pick<DatabaseSync, "prepare">): Map<string, Columns> => {
  const tables = new Map<string, Columns>();
  const rows = db
    .prepare(
      `SELECT m.name AS "table", c.name AS name, c.pk AS pk FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
       WHERE m.type = 'table' ORDER BY m.name, c.cid`,
    )
    .all();
  for (const { table, name, pk } of rows) {
    const found = tables.get(String(table)) ?? { all: [], key: [] };
    found.all.push(String(name));
    if (Number(pk) > 0) found.key.push(String(name));
    tables.set(String(table), found);
  }
  for (const [table, { all }] of tables)
    if (all.at(-1) === "sum") all.pop();
    else tables.delete(table);
  return tables;
};

/**
 * From now on every row that is written through this connection gets its checksum, unless it comes with one, and no row is changed that is not what was written: its
 * new checksum would hide that. Who changes a row and its checksum has looked at it (`change-row.ts`). The triggers are the connection's own and stand in no file, so that whoever else writes is found out.
 */
export const keepSums = (db: DatabaseSync, file: string): void => {
  const tables = summedTables(db);
  if (tables.size === 0) return;
  db.function("row_sum", { varargs: true, useBigIntArguments: true }, (...values: SQLOutputValue[]) => sumOf(values));
  db.function("check_row", { varargs: true, useBigIntArguments: true }, (table, ...values: SQLOutputValue[]) => {
    if (!fits(values)) throw damaged(file, `${nameOfRow(String(table), values[0])} cannot be read`);
    return null;
  });
  db.exec("PRAGMA temp_store = MEMORY");
  for (const [table, { all, key }] of tables) {
    const mine = key.map((name) => `${name} = NEW.${name}`).join(" AND ");
    const note = `UPDATE ${table} SET sum = row_sum(${all.join(", ")}) WHERE ${mine};`;
    const old = all.map((name) => `OLD.${name}`).join(", ");
    db.exec(`CREATE TEMP TRIGGER ${table}_added AFTER INSERT ON main.${table} WHEN NEW.sum IS NULL BEGIN ${note} END`);
    if (table in changedByHand) continue;
    db.exec(`
      CREATE TEMP TRIGGER ${table}_changed AFTER UPDATE OF ${all.join(", ")} ON main.${table} WHEN NEW.sum IS OLD.sum
        BEGIN SELECT check_row('${table}', ${old}, OLD.sum); ${note} END`);
  }
};

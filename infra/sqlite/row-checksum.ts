import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { crc32 } from "node:zlib";
import { createDamagedError } from "./damage.ts";

/**
 * SQLite doesn't notice a flipped byte in a value. Each table's last column, `sum`, is a checksum over all others (ADR
 * 29).
 */
export type Row = Record<string, SQLOutputValue>;

/** CRC-32, in column order. Detects every change of up to four bytes. */
export const computeRowChecksum = (values: readonly SQLOutputValue[]): number => checksumOfFirst(values, values.length);

/** A history has many: access by index, without copying the row, halves their cost. */
const checksumOfFirst = (values: readonly SQLOutputValue[], count: number): number => {
  let sum = 0;
  let text = "";
  for (let index = 0; index < count; index += 1) {
    const value = values[index] as SQLOutputValue;
    if (value instanceof Uint8Array) {
      sum = crc32(value, crc32(text, sum));
      text = "";
    } else text += value === null ? "\u0001" : value;
    text += "\0";
  }
  return crc32(text, sum);
};

/** True if the last value is the checksum of the others. */
export const matchesChecksum = (values: readonly SQLOutputValue[]): boolean => {
  const last = values.length - 1;
  const sum = values[last] ?? null;
  return sum !== null && Number(sum) === checksumOfFirst(values, last);
};

/** Verifies a row read as one text, each value followed by a NUL. None may be null or bytes. */
export const matchesTextChecksum = (text: string, sum: SQLOutputValue): boolean =>
  sum !== null && Number(sum) === crc32(text);

const longestName = 80;

/** Makes it printable: a damaged file may hold anything. */
export const formatRowKey = (value: unknown): string => {
  const text = String(value).replaceAll(/[^\x20-\x7e]/g, "?");
  return text.length > longestName ? `${text.slice(0, longestName)}…` : text;
};

const names: Record<string, string> = {
  events: "event",
  state: "the entry",
  jobs: "the job",
  vault: "the sealed value",
};

/** Names a row, as in "the entry history"; `key` is the row's first value. */
export const formatRowName = (table: string, key: unknown): string =>
  names[table] === undefined ? `a row of its table ${table}` : `${names[table]} ${formatRowKey(key)}`;

/** @throws {StoreDamaged} the row is not what was written */
export const verifyRow = (file: string, table: string, row: Row): Row => {
  const values = Object.values(row);
  if (!matchesChecksum(values)) throw createDamagedError(file, `${formatRowName(table, values[0])} cannot be read`);
  return row;
};

type Columns = { all: string[]; key: string[] };

/**
 * Updated only through `change-row.ts`, as queue rows change with each claim (ADR 81). Inserts get their checksum as
 * elsewhere.
 */
const changedByHand: Readonly<Record<string, readonly string[]>> = {
  jobs: ["id"],
  job_lines: ["kind", "shop", "lane"],
};

export const getKeyColumns = (table: string): readonly string[] => {
  const key = changedByHand[table];
  if (!key) throw new RangeError(`Rows of ${table} are changed by statements of their own.`);
  return key;
};

/** Lists tables with their checksummed and primary key columns. */
export const listChecksummedTables = (db: Pick<DatabaseSync, "prepare">): Map<string, Columns> => {
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
 * Checksums rows written without a checksum. A damaged row can't be updated: a new checksum would hide the damage;
 * `change-row.ts` checks rows itself. The triggers belong to the connection, not the file, so other tools' writes are
 * detected.
 */
export const installChecksums = (db: DatabaseSync, file: string): void => {
  const tables = listChecksummedTables(db);
  if (tables.size === 0) return;
  db.function("row_sum", { varargs: true, useBigIntArguments: true }, (...values: SQLOutputValue[]) =>
    computeRowChecksum(values),
  );
  db.function("check_row", { varargs: true, useBigIntArguments: true }, (table, ...values: SQLOutputValue[]) => {
    if (!matchesChecksum(values))
      throw createDamagedError(file, `${formatRowName(String(table), values[0])} cannot be read`);
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

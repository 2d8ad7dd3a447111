import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { historyBeforeMendKey, historyKey } from "../../history/marks.ts";
import { eventSchema } from "../events/event-schema.ts";
import { computeRowChecksum, formatRowKey, formatRowName, matchesChecksum, type Row } from "../row-checksum.ts";
import { stateSchema } from "../state/state-database.ts";
import { CannotCheckFile, checkFile, type FileState, newerVersionMessage, toUnrelatedError } from "./check-file.ts";
import { openToRead } from "./open-to-read.ts";

/**
 * Reads rows up to the first unreadable one; `end` gets the reason.
 * @throws {CannotCheckFile}
 */
const readable = function* (
  file: string,
  db: DatabaseSync,
  sql: string,
  end: (reason: string) => void = () => undefined,
): Generator<Row> {
  const rows = (() => {
    try {
      const statement = db.prepare(sql);
      // Damage may give numbers that exceed JavaScript's.
      statement.setReadBigInts(true);
      return statement.iterate();
    } catch (error) {
      return stop(file, error, end);
    }
  })();
  for (;;) {
    let next: IteratorResult<Row, unknown> | undefined;
    try {
      next = rows?.next() as typeof next;
    } catch (error) {
      stop(file, error, end);
    }
    if (!next || next.done) return;
    yield next.value;
  }
};

/** Ends a salvage: only rows before the damage can be saved. */
const stop = (file: string, error: unknown, end: (reason: string) => void): undefined => {
  const trouble = toUnrelatedError(file, error);
  if (trouble) throw trouble;
  end(formatRowKey((error as Error).message));
};

const openDamaged = (file: string): DatabaseSync | undefined => {
  try {
    // Otherwise SQLite refuses a file shorter than its header says.
    const db = openToRead(file, { defensive: false });
    db.exec("PRAGMA writable_schema = ON");
    return db;
  } catch (error) {
    const trouble = toUnrelatedError(file, error);
    if (trouble) throw trouble;
    return undefined;
  }
};

const instantOf = (metadata: unknown): string | undefined => {
  const { instant } = JSON.parse(String(metadata)) as { instant?: unknown };
  return typeof instant === "string" ? instant : undefined;
};

export type ReadableEvents = {
  events: number;
  streams: number;
  last: string | undefined;
  /** Cause of an early end. */
  wrong: string | undefined;
};

export type CanReadEvent = (type: string, schema: number) => boolean;

const eventColumns = "position, stream, version, append_start, id, type, data, metadata, sum";

/** @throws {CannotCheckFile} only a newer Sheaf knows the type */
const assertReadable = (file: string, { position, type, metadata }: Row, reads: CanReadEvent): void => {
  const { schema } = JSON.parse(String(metadata)) as { schema?: unknown };
  if (!reads(String(type), Number(schema)))
    throw new CannotCheckFile(
      newerVersionMessage(`In ${file} event ${position} (${formatRowKey(type)}, schema ${schema})`),
    );
};

/** Rows checked at the end of a file too large to read whole. */
const tail = 200;

/**
 * Reads events up to the first that is damaged or lacks its predecessor in the stream.
 * @throws {CannotCheckFile} a newer Sheaf wrote one
 */
const readEvents = (
  file: string,
  db: DatabaseSync,
  reads: CanReadEvent,
  { onEvent = () => undefined, tailOnly = false }: { onEvent?: (row: Row) => void; tailOnly?: boolean },
): ReadableEvents => {
  const versions = new Map<string, number>();
  const summary: ReadableEvents = { events: 0, streams: 0, last: undefined, wrong: undefined };
  let lastMetadata: unknown;
  const end = (reason: string) => {
    summary.wrong = reason;
  };
  const part = tailOnly ? `WHERE position > (SELECT max(position) FROM events) - ${tail}` : "";
  for (const row of readable(
    file,
    db,
    `SELECT ${eventColumns} FROM events NOT INDEXED ${part} ORDER BY position`,
    end,
  )) {
    if (!matchesChecksum(Object.values(row))) {
      end(`${formatRowName("events", row.position)} cannot be read`);
      break;
    }
    const stream = String(row.stream);
    const version = Number(row.version);
    const before = versions.get(stream) ?? (tailOnly ? version - 1 : -1);
    if (version !== before + 1) {
      end(`event ${before + 1} of the stream ${formatRowKey(stream)} is missing`);
      break;
    }
    assertReadable(file, row, reads);
    onEvent(row);
    versions.set(stream, version);
    summary.events += 1;
    lastMetadata = row.metadata;
  }
  return { ...summary, last: lastMetadata === undefined ? undefined : instantOf(lastMetadata), streams: versions.size };
};

/**
 * Checks `events.db` by {@link checkFile}, with its streams' order.
 * @throws {CannotCheckFile}
 */
export const checkEventsFile = (file: string, reads: CanReadEvent, { quickly = false } = {}): FileState =>
  checkFile(file, eventSchema, {
    quickly,
    checkedTable: "events",
    findProblem: (db, large) => readEvents(file, db, reads, { tailOnly: large }).wrong,
  });

/**
 * Copies events up to the first unreadable one. Any prefix of the global order is a consistent history; pieces after
 * the damage aren't.
 */
export const salvageEvents = (
  file: string,
  storeId: string | undefined,
  target: DatabaseSync,
  reads: CanReadEvent,
): ReadableEvents => {
  const damaged = openDamaged(file);
  if (!damaged) return { events: 0, streams: 0, last: undefined, wrong: "it cannot be opened" };
  try {
    const own = readable(file, damaged, "SELECT name, value, sum FROM store NOT INDEXED");
    const id = [...own].find((row) => row.name === "storeId" && matchesChecksum(Object.values(row)))?.value ?? storeId;
    if (typeof id === "string")
      target.prepare("INSERT INTO store VALUES ('storeId', ?, ?)").run(id, computeRowChecksum(["storeId", id]));
    const insert = target.prepare(`INSERT INTO events (${eventColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
    const onEvent = (row: Row) => insert.run(...(Object.values(row) as SQLInputValue[]));
    return readEvents(file, damaged, reads, { onEvent });
  } finally {
    damaged.close();
  }
};

/** `key`: number of key columns. */
const stateTables = {
  vault_key: { columns: "id, proof, sum", key: 1 },
  vault: { columns: "reference, owner, lookup, nonce, sealed, sum", key: 1 },
  state: { columns: "key, value, version, expires_at, sum", key: 1 },
  state_index: { columns: "field, value, key, sum", key: 3 },
};

/**
 * Checks `state.db` by {@link checkFile}.
 * @throws {CannotCheckFile}
 */
export const checkStateFile = (file: string, { quickly = false } = {}): FileState =>
  checkFile(file, stateSchema, { quickly });

const moveHistoryKey = (table: string, row: Row): Row => {
  if (table !== "state" || row.key !== historyKey) return row;
  const { sum: _, ...kept }: Row = { ...row, key: historyBeforeMendKey };
  return { ...kept, sum: computeRowChecksum(Object.values(kept)) };
};

/** Scans by key and by rows, from both ends: each may break elsewhere. */
const scansOf = (table: string, key: readonly string[]): string[] => [
  ...["ASC", "DESC"].map((order) => `${table} ORDER BY ${key.map((name) => `${name} ${order}`).join(", ")}`),
  `${table} NOT INDEXED`,
  `${table} NOT INDEXED ORDER BY rowid DESC`,
];

/**
 * Copies readable rows; returns how many, by table. Jobs are left out, as they follow from the events. The event
 * history gets another key: the copy isn't complete before the repair.
 */
export const salvageState = (file: string, target: DatabaseSync): Record<string, number> => {
  const countByTable: Record<string, number> = {};
  const damaged = openDamaged(file);
  if (!damaged) return countByTable;
  try {
    for (const [table, { columns, key: keyed }] of Object.entries(stateTables)) {
      const names = columns.split(", ");
      const insert = target.prepare(
        `INSERT OR IGNORE INTO ${table} (${columns}) VALUES (${names.map(() => "?").join(", ")})`,
      );
      const seen = new Set<string>();
      const key = names.slice(0, keyed);
      for (const way of scansOf(table, key))
        for (const row of readable(file, damaged, `SELECT ${columns} FROM ${way}`)) {
          const id = key.map((name) => String(row[name])).join("\0");
          if (seen.has(id) || !matchesChecksum(Object.values(row))) continue;
          seen.add(id);
          insert.run(...(Object.values(moveHistoryKey(table, row)) as SQLInputValue[]));
        }
      countByTable[table] = seen.size;
    }
    target.exec("DELETE FROM state_index WHERE key NOT IN (SELECT key FROM state)");
    return countByTable;
  } finally {
    damaged.close();
  }
};

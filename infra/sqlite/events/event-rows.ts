import type { StatementSync } from "node:sqlite";
import type { JsonObject } from "../../ports/json.ts";
import type { Position, RecordedEvent } from "../../ports/stores/event-store.ts";
import { damaged, parsed } from "../damage.ts";
import type { Database } from "../database.ts";
import { mostRows } from "../most-rows.ts";
import { fitsText, nameOfRow } from "../row-sum.ts";

/** `text`: what the checksum is over, the columns in their order, each with a NUL behind it. */
type EventRow = [position: number, sum: number | null, text: string | null];

/**
 * As one text: its checksum is made of it as it is, and it is handed over once instead of column by column, which takes a quarter off
 * reading a history. No column holds a NUL: names are checked when they are appended, and JSON escapes it.
 */
const columns = `position, sum, ${["position", "stream", "version", "append_start", "id", "type", "data", "metadata"]
  .map((column) => `${column} || char(0)`)
  .join(" || ")}`;
/** Rows handed over together: few at first, as each may have 1 MB, then twice as many each time, if they are as small. */
const firstRows = 2;
const mostRowsAtOnce = 128;
/** Text held at once by one read; a single row may exceed it. */
const sliceCharacters = 4_000_000;
const positionWidth = 20;

/** Arrays are twice as fast as objects here. */
const rowsOf = (db: Database, sql: string): StatementSync => {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
};

export const selectAll = (db: Database): StatementSync =>
  rowsOf(db, `SELECT ${columns} FROM events WHERE position > ? ORDER BY position ${mostRows}`);

/** Those of some types (a JSON list) up to a position, and the one that stands there whatever it is. */
export const selectTypes = (db: Database): StatementSync =>
  rowsOf(
    db,
    `SELECT ${columns} FROM events WHERE position > ?1 AND position <= ?2
       AND (position = ?2 OR type IN (SELECT value FROM json_each(?3))) ORDER BY position ${mostRows}`,
  );

export const selectStream = (db: Database): StatementSync =>
  rowsOf(db, `SELECT ${columns} FROM events WHERE stream = ? AND version >= ? ORDER BY version ${mostRows}`);

/** By the index of streams, so that what other streams have costs nothing. `.` is what follows `-`. */
export const selectCategory = (db: Database): StatementSync =>
  rowsOf(
    db,
    `SELECT ${columns} FROM events WHERE position IN (
       SELECT position FROM events INDEXED BY sqlite_autoindex_events_1
       WHERE stream >= ?1 || '-' AND stream < ?1 || '.' AND position > ?2 ORDER BY position ${mostRows})
     ORDER BY position`,
  );

/**
 * Adds events to a list until the limit or about 4 MB. `ended`: there are no more. `characters`: of the rows that were added. `from`: the parameters of
 * the statement before its last, which is the limit, to read on behind an event; undefined at the beginning.
 * @throws {StoreDamaged} an event is not what was written
 */
export const readInto = (
  { file }: Pick<Database, "file">,
  events: RecordedEvent[],
  statement: StatementSync,
  from: (last: RecordedEvent | undefined) => (string | number)[],
  limit: number,
): { ended: boolean; characters: number } => {
  let characters = 0;
  let largest = 1;
  let asked = firstRows / 2;
  for (let left = limit; left > 0 && characters <= sliceCharacters; left -= asked) {
    asked = Math.min(left, mostRowsAtOnce, asked * 2, Math.ceil((sliceCharacters - characters + 1) / largest));
    const rows = statement.all(...from(events.at(-1)), asked) as unknown as EventRow[];
    for (const row of rows) {
      events.push(eventOf(file, row));
      const length = row[2]?.length ?? 0;
      characters += length;
      largest = Math.max(largest, length);
    }
    if (rows.length < asked) return { ended: true, characters };
  }
  return { ended: false, characters };
};

const eventOf = (file: string, [position, sum, text]: EventRow): RecordedEvent => {
  const name = () => nameOfRow("events", position);
  if (text === null || !fitsText(text, sum)) throw damaged(file, `${name()} cannot be read`);
  let at = 0;
  const next = (): string => {
    const from = at;
    at = text.indexOf("\0", from) + 1;
    return text.slice(from, at - 1);
  };
  const read = () => parsed(file, next(), name) as JsonObject;
  next();
  const stream = next();
  const version = Number(next());
  next();
  const id = next();
  const type = next();
  return { id, type, data: read(), metadata: read(), stream, version, position: toPosition(position) };
};

const zeros = "0".repeat(positionWidth);

export const toPosition = (position: number): Position => {
  const digits = String(position);
  return zeros.slice(digits.length) + digits;
};

/** Whether a text is a position of a store of this kind. */
export const isPosition = (text: string): boolean => /^\d{20}$/.test(text);

/** 0 for the start. @throws when the text is no position of a store of this kind */
export const fromPosition = (position: Position | undefined): number => {
  if (position === undefined) return 0;
  if (!isPosition(position)) throw new RangeError(`"${position}" is not a position of this event store.`);
  return Number(position);
};

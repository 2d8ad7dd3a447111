import type { StatementSync } from "node:sqlite";
import type { Position, RecordedEvent } from "../ports/event-store.ts";
import type { JsonObject } from "../ports/json.ts";
import { damaged, parsed } from "./damage.ts";
import type { Database } from "./database.ts";
import { mostRows } from "./most-rows.ts";
import { fits, nameOfRow } from "./row-sum.ts";

type EventRow = [
  position: number,
  stream: string,
  version: number,
  appendStart: number,
  id: string,
  type: string,
  data: string,
  metadata: string,
  sum: number | null,
];

const columns = "position, stream, version, append_start, id, type, data, metadata, sum";
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
 * Adds events to a list until the limit (the last parameter) or about 4 MB; true when there are no more.
 * @throws {StoreDamaged} an event is not what was written
 */
export const readInto = (
  { file }: Pick<Database, "file">,
  events: RecordedEvent[],
  statement: StatementSync,
  parameters: [...(string | number)[], number],
): boolean => {
  const limit = Number(parameters.at(-1));
  let count = 0;
  let characters = 0;
  for (const row of statement.iterate(...parameters)) {
    const event = row as unknown as EventRow;
    events.push(eventOf(file, event));
    count += 1;
    characters += event[6].length + event[7].length;
    if (characters > sliceCharacters) return false;
  }
  return count < limit;
};

const eventOf = (file: string, row: EventRow): RecordedEvent => {
  const [position, stream, version, , id, type, data, metadata] = row;
  const name = () => nameOfRow("events", position);
  if (!fits(row)) throw damaged(file, `${name()} cannot be read`);
  const read = (text: string) => parsed(file, text, name) as JsonObject;
  return { id, type, data: read(data), metadata: read(metadata), stream, version, position: toPosition(position) };
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

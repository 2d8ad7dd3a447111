import type { StatementSync } from "node:sqlite";
import type { Position, RecordedEvent } from "../ports/event-store.ts";
import type { JsonObject } from "../ports/json.ts";
import type { Database } from "./database.ts";

type EventRow = [
  position: number,
  stream: string,
  version: number,
  id: string,
  type: string,
  data: string,
  metadata: string,
];

const columns = "position, stream, version, id, type, data, metadata";
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
  rowsOf(db, `SELECT ${columns} FROM events WHERE position > ? ORDER BY position LIMIT ?`);

export const selectStream = (db: Database): StatementSync =>
  rowsOf(db, `SELECT ${columns} FROM events WHERE stream = ? AND version >= ? ORDER BY version LIMIT ?`);

/** Reads rows until the limit (the last parameter) or about 4 MB; `ended` when there are no more. */
export const eventRows = (
  statement: StatementSync,
  parameters: [...(string | number)[], number],
): { rows: EventRow[]; ended: boolean } => {
  const limit = Number(parameters.at(-1));
  const rows: EventRow[] = [];
  let characters = 0;
  for (const found of statement.iterate(...parameters)) {
    const row = found as unknown as EventRow;
    rows.push(row);
    characters += row[5].length + row[6].length;
    if (characters > sliceCharacters) return { rows, ended: false };
  }
  return { rows, ended: rows.length < limit };
};

export const eventOf = ([position, stream, version, id, type, data, metadata]: EventRow): RecordedEvent => ({
  id,
  type,
  data: JSON.parse(data) as JsonObject,
  metadata: JSON.parse(metadata) as JsonObject,
  stream,
  version,
  position: toPosition(position),
});

export const toPosition = (position: number): Position => String(position).padStart(positionWidth, "0");

/** 0 for the start. @throws when the text is no position of a store of this kind */
export const fromPosition = (position: Position | undefined): number => {
  if (position === undefined) return 0;
  if (!/^\d{20}$/.test(position)) throw new RangeError(`"${position}" is not a position of this event store.`);
  return Number(position);
};

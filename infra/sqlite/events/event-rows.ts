import type { StatementSync } from "node:sqlite";
import type { JsonObject } from "../../ports/json.ts";
import type { Position, RecordedEvent } from "../../ports/stores/event-store.ts";
import { createDamagedError, parseStoredJson } from "../damage.ts";
import type { Database } from "../database.ts";
import { limitClause } from "../limit-clause.ts";
import { formatRowName, matchesTextChecksum } from "../row-checksum.ts";

/** `text`: the checksummed columns in order, each followed by a NUL. */
type EventRow = [position: number, sum: number | null, text: string | null];

/**
 * One text per row crosses from SQLite instead of a value per column, which saves a quarter of reading a history. No
 * column holds a NUL: appends check names, and JSON escapes it.
 */
const columns = `position, sum, ${["position", "stream", "version", "append_start", "id", "type", "data", "metadata"]
  .map((column) => `${column} || char(0)`)
  .join(" || ")}`;
/** Rows of a first read: few, as each may have 1 MB. The number doubles while rows stay small. */
const firstRows = 2;
const maxRowsAtOnce = 128;
/** Characters per read; a single row may exceed it. */
const sliceCharacters = 4_000_000;
const positionWidth = 20;

/** Arrays are twice as fast as objects here. */
const prepareRows = (db: Database, sql: string): StatementSync => {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
};

export const selectAll = (db: Database): StatementSync =>
  prepareRows(db, `SELECT ${columns} FROM events WHERE position > ? ORDER BY position ${limitClause}`);

/** Events of some types (a JSON list), and the last one whatever its type. */
export const selectTypes = (db: Database): StatementSync =>
  prepareRows(
    db,
    `SELECT ${columns} FROM events WHERE position > ?1 AND position <= ?2
       AND (position = ?2 OR type IN (SELECT value FROM json_each(?3))) ORDER BY position ${limitClause}`,
  );

export const selectStream = (db: Database): StatementSync =>
  prepareRows(db, `SELECT ${columns} FROM events WHERE stream = ? AND version >= ? ORDER BY version ${limitClause}`);

/** Uses the stream index, so other streams cost nothing. `.` follows `-` in code point order. */
export const selectCategory = (db: Database): StatementSync =>
  prepareRows(
    db,
    `SELECT ${columns} FROM events WHERE position IN (
       SELECT position FROM events INDEXED BY sqlite_autoindex_events_1
       WHERE stream >= ?1 || '-' AND stream < ?1 || '.' AND position > ?2 ORDER BY position ${limitClause})
     ORDER BY position`,
  );

/**
 * Adds events until the limit or about 4 MB. `ended`: there are no more. `characters`: of the added rows. `from`: the
 * statement's parameters before the limit.
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
  let batchSize = firstRows / 2;
  for (let left = limit; left > 0 && characters <= sliceCharacters; left -= batchSize) {
    batchSize = Math.min(left, maxRowsAtOnce, batchSize * 2, Math.ceil((sliceCharacters - characters + 1) / largest));
    const rows = statement.all(...from(events.at(-1)), batchSize) as unknown as EventRow[];
    for (const row of rows) {
      events.push(eventOf(file, row));
      const length = row[2]?.length ?? 0;
      characters += length;
      largest = Math.max(largest, length);
    }
    if (rows.length < batchSize) return { ended: true, characters };
  }
  return { ended: false, characters };
};

const eventOf = (file: string, [position, sum, text]: EventRow): RecordedEvent => {
  const name = () => formatRowName("events", position);
  if (text === null || !matchesTextChecksum(text, sum)) throw createDamagedError(file, `${name()} cannot be read`);
  let at = 0;
  const next = (): string => {
    const from = at;
    at = text.indexOf("\0", from) + 1;
    return text.slice(from, at - 1);
  };
  const read = () => parseStoredJson(file, next(), name) as JsonObject;
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

/** True for a position of such a store. */
export const isPosition = (text: string): boolean => /^\d{20}$/.test(text);

/**
 * Parses a position; 0 is the start.
 * @throws {RangeError} the text isn't a position of such a store
 */
export const fromPosition = (position: Position | undefined): number => {
  if (position === undefined) return 0;
  if (!isPosition(position)) throw new RangeError(`"${position}" is not a position of this event store.`);
  return Number(position);
};

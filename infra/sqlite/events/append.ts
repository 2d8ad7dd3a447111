import type { SerializedEvent } from "../../ports/stores/append-rules.ts";
import type { AppendResult, EventToAppend, ExpectedVersion } from "../../ports/stores/event-store.ts";
import { WrongExpectedVersion } from "../../ports/stores/event-store.ts";
import type { Database } from "../database.ts";
import { limitClause } from "../limit-clause.ts";
import { computeRowChecksum } from "../row-checksum.ts";
import { toPosition } from "./event-rows.ts";

/**
 * Appends in the caller's transaction. Recognizes a repeat.
 * @throws {WrongExpectedVersion}
 */
export const append = (
  db: Database,
  stream: string,
  events: readonly EventToAppend[],
  texts: readonly SerializedEvent[],
  expected: ExpectedVersion,
): AppendResult => {
  const start = expected === "no-stream" ? 0 : expected + 1;
  // A new stream's conflict shows on its first insert.
  if (expected !== "no-stream") {
    const actual = versionOf(db, stream);
    if (actual !== expected) return repeatOrThrow(db, stream, events, texts, { start, expected, actual });
  }
  // A row with position and checksum is written once; with the trigger, twice.
  let position = Number(db.prepare("SELECT max(position) AS position FROM events").get()?.position ?? 0);
  const insert = db.prepare(
    `INSERT INTO events (position, stream, version, append_start, id, type, data, metadata, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (stream, version) DO NOTHING`,
  );
  let result: AppendResult | undefined;
  for (const [index, { id, type }] of events.entries()) {
    const text = texts[index];
    if (!text) throw new Error("Every event needs its text.");
    position += 1;
    const row = [position, stream, start + index, start, id, type, text.data, text.metadata];
    if (insert.run(...row, computeRowChecksum(row)).changes === 0)
      return repeatOrThrow(db, stream, events, texts, { start, expected, actual: versionOf(db, stream) });
    result = { version: start + index, position: toPosition(position) };
  }
  if (!result) throw new RangeError("Nothing to append.");
  return result;
};

const versionOf = (db: Database, stream: string): ExpectedVersion => {
  const last = db.prepare("SELECT max(version) AS version FROM events WHERE stream = ?").get(stream)?.version;
  return typeof last === "number" ? last : "no-stream";
};

const repeatOrThrow = (
  db: Database,
  stream: string,
  events: readonly EventToAppend[],
  texts: readonly SerializedEvent[],
  { start, expected, actual }: { start: number; expected: ExpectedVersion; actual: ExpectedVersion },
): AppendResult => {
  const first = firstResult(db, stream, events, texts, start);
  if (first) return first;
  throw new WrongExpectedVersion(stream, expected, actual);
};

/** Returns the first result, if exactly these events were one append here. */
const firstResult = (
  db: Database,
  stream: string,
  events: readonly EventToAppend[],
  texts: readonly SerializedEvent[],
  start: number,
): AppendResult | undefined => {
  const stored = db
    .prepare(
      `SELECT id, type, data, metadata, version, position FROM events
       WHERE stream = ? AND version >= ? AND append_start = ? ORDER BY version ${limitClause}`,
    )
    .all(stream, start, start, events.length + 1);
  const last = stored.at(-1);
  if (!last || stored.length !== events.length) return undefined;
  const stands = ({ id, type }: EventToAppend, index: number): boolean => {
    const [row, text] = [stored[index], texts[index]];
    return row?.id === id && row.type === type && row.data === text?.data && row.metadata === text?.metadata;
  };
  if (!events.every(stands)) return undefined;
  return { version: Number(last.version), position: toPosition(Number(last.position)) };
};

import type { SerializedEvent } from "../ports/append-rules.ts";
import type { AppendResult, EventToAppend, ExpectedVersion } from "../ports/event-store.ts";
import { WrongExpectedVersion } from "../ports/event-store.ts";
import type { Database } from "./database.ts";
import { toPosition } from "./event-rows.ts";

/**
 * Appends inside the caller's transaction, or recognises a repeat.
 * @throws {WrongExpectedVersion}
 */
export const append = (
  db: Database,
  stream: string,
  events: readonly EventToAppend[],
  texts: readonly SerializedEvent[],
  expected: ExpectedVersion,
): AppendResult => {
  const last = db.prepare("SELECT max(version) AS version FROM events WHERE stream = ?").get(stream)?.version;
  const actual = typeof last === "number" ? last : "no-stream";
  const start = expected === "no-stream" ? 0 : expected + 1;
  if (actual !== expected) {
    const first = firstResult(db, stream, events, start);
    if (first) return first;
    throw new WrongExpectedVersion(stream, expected, actual);
  }
  const insert = db.prepare(
    "INSERT INTO events (stream, version, append_start, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  let result: AppendResult | undefined;
  for (const [index, event] of events.entries()) {
    const text = texts[index];
    if (!text) throw new Error("Every event needs its text.");
    const { lastInsertRowid } = insert.run(
      stream,
      start + index,
      start,
      event.id,
      event.type,
      text.data,
      text.metadata,
    );
    result = { version: start + index, position: toPosition(Number(lastInsertRowid)) };
  }
  if (!result) throw new RangeError("Nothing to append.");
  return result;
};

/** The result of the first time, when exactly these events were appended there in one go. */
const firstResult = (
  db: Database,
  stream: string,
  events: readonly EventToAppend[],
  start: number,
): AppendResult | undefined => {
  const stored = db
    .prepare(
      "SELECT id, version, position FROM events WHERE stream = ? AND version >= ? AND append_start = ? ORDER BY version LIMIT ?",
    )
    .all(stream, start, start, events.length + 1);
  const last = stored.at(-1);
  if (!last || stored.length !== events.length) return undefined;
  if (!events.every((event, index) => event.id === stored[index]?.id)) return undefined;
  return { version: Number(last.version), position: toPosition(Number(last.position)) };
};

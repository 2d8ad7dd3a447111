import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { assertAppendable } from "../../ports/stores/append-rules.ts";
import type { EventStore, Position, RecordedEvent } from "../../ports/stores/event-store.ts";
import type { AppendedEvent, ReadAppends } from "../../ports/stores/moving.ts";
import { blockUntilFree, type Database, openDatabase } from "../database.ts";
import { limitClause } from "../limit-clause.ts";
import { append } from "./append.ts";
import {
  fromPosition,
  isPosition,
  readInto,
  selectAll,
  selectCategory,
  selectStream,
  selectTypes,
  toPosition,
} from "./event-rows.ts";
import { eventSchema } from "./event-schema.ts";
import { follow } from "./follow.ts";

const defaultLimit = 1_000;
/** Rows read at once: other work waits some 2 ms. */
const sliceRows = 512;
/** Limits of the cache: characters in all, characters added per entry, and lifetime in ms. */
const sliceCacheLimits = { most: 8_000_000, perEntry: 1_000, goodFor: 5_000 };

/** Creates an event store in one file, with one connection per process. */
export const createSqliteEventStore = ({ file }: { file: string }): EventStore & { readAppends: ReadAppends } => {
  const db = openDatabase({ file, synchronous: "FULL", schema: eventSchema });
  /**
   * Cached slices: all read models follow the same events, so each slice is read and parsed once (ADR 106). None goes
   * stale: no event gets a position within it.
   */
  const slices = new LRUCache<string, { events: RecordedEvent[]; characters: number }>({
    maxSize: sliceCacheLimits.most,
    sizeCalculation: ({ characters }) => sliceCacheLimits.perEntry + characters,
    ttl: sliceCacheLimits.goodFor,
    ttlAutopurge: true,
  });
  /** Large events must not fill the memory. */
  const readSlice: EventStore["readAll"] = ({ after, limit }) => {
    const rows = Math.min(sliceRows, limit);
    const key = `${rows} ${after ?? ""}`;
    const known = slices.get(key);
    if (known) return Promise.resolve(known.events);
    return db.read(() => {
      const events: RecordedEvent[] = [];
      const { characters } = readInto(db, events, selectAll(db), startAfter(after), rows);
      if (events.length > 0) slices.set(key, { events, characters });
      return events;
    });
  };
  /** Skips unwanted types before parsing. */
  const readTypes =
    (types: readonly string[]): EventStore["readAll"] =>
    ({ after, limit }) =>
      db.read(() => {
        const events: RecordedEvent[] = [];
        const rows = Math.min(sliceRows, limit);
        const upTo = positionAfter(db, fromPosition(after), rows);
        if (upTo === undefined) return events;
        const wanted = JSON.stringify(types);
        readInto(db, events, selectTypes(db), (last) => [...startAfter(after)(last), upTo, wanted], rows);
        return events;
      });
  const readAll: EventStore["readAll"] = ({ after, limit }) =>
    readSlices(db, limit, (events, rows) => readInto(db, events, selectAll(db), startAfter(after), rows));
  return {
    storeId: storeIdOf(db),
    async appendToStream(stream, events, { expectedVersion }) {
      const texts = assertAppendable(stream, events, expectedVersion);
      const result = await db.write(() => append(db, stream, events, texts, expectedVersion));
      db.changes.notify();
      return result;
    },
    readStream: (stream, { fromVersion = 0, limit = defaultLimit } = {}) =>
      readSlices(db, limit, (events, rows) =>
        readInto(db, events, selectStream(db), (last) => [stream, last ? last.version + 1 : fromVersion], rows),
      ),
    readAll,
    readAppends: async (options) => withStarts(db, await readAll(options)),
    readCategory: (category, { after, limit }) =>
      readSlices(db, limit, (events, rows) =>
        readInto(db, events, selectCategory(db), (last) => [category, ...startAfter(after)(last)], rows),
      ),
    follow: ({ types, ...options }, handleBatch, signal) =>
      follow({ readAll: types ? readTypes(types) : readSlice }, db.changes, options, handleBatch, signal),
    headPosition: () => db.read(() => headOf(db)),
    findEventId: (position) => db.read(() => eventIdAt(db, position)),
    async close() {
      slices.clear();
      db.close();
    },
  };
};

const startAfter = (after: Position | undefined) => (last: RecordedEvent | undefined) => [
  fromPosition(last?.position ?? after),
];

const withStarts = (db: Database, events: readonly RecordedEvent[]): Promise<AppendedEvent[]> =>
  db.read(() => {
    const start = db.prepare("SELECT append_start FROM events WHERE position = ?");
    return events.map((event) => ({
      ...event,
      appendStart: Number(start.get(fromPosition(event.position))?.append_start),
    }));
  });

const headOf = (db: Database): Position | undefined => {
  const head = db.prepare("SELECT max(position) AS position FROM events").get()?.position;
  return typeof head === "number" ? toPosition(head) : undefined;
};

/** Position of the last of the next `rows` events, if any. */
const positionAfter = (db: Database, position: number, rows: number): number | undefined => {
  const last = db
    .prepare(
      `SELECT max(position) AS position FROM (SELECT position FROM events WHERE position > ? ORDER BY position ${limitClause})`,
    )
    .get(position, rows)?.position;
  return typeof last === "number" ? last : undefined;
};

const eventIdAt = (db: Database, position: Position): string | undefined => {
  if (!isPosition(position)) return undefined;
  const row = db.prepare("SELECT id FROM events WHERE position = ?").get(fromPosition(position));
  return row && String(row.id);
};

const storeIdOf = (db: Database): string => {
  const select = db.prepare("SELECT value FROM store WHERE name = 'storeId'");
  const insert = db.prepare("INSERT OR IGNORE INTO store (name, value) VALUES ('storeId', ?)");
  return blockUntilFree(db.file, () => {
    // Two processes may start for the first time: one writes the id, both read it.
    if (!select.get()) insert.run(randomUUID());
    return String(select.get()?.value);
  });
};

/** Keeps the event loop free. A slice begins after the list's last event, so it can be retried. */
const readSlices = async (
  db: Database,
  limit: number,
  readSlice: (events: RecordedEvent[], rows: number) => { ended: boolean },
): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = [];
  while (events.length < limit) {
    if (events.length > 0) await nextTurn();
    const { ended } = await db.read(() => readSlice(events, Math.min(sliceRows, limit - events.length)));
    if (ended) break;
  }
  return events;
};

import { randomUUID } from "node:crypto";
import { assertAppendable } from "../ports/append-rules.ts";
import {
  type AppendResult,
  type EventStore,
  OverlappingAppend,
  type Position,
  type RecordedEvent,
  WrongExpectedVersion,
} from "../ports/event-store.ts";
import { copyOf, createDice, dawdle } from "./awkward.ts";
import { createBell } from "./bell.ts";
import { followAwkwardly } from "./follow.ts";

/** Type of the events of others that stand between ours. */
export const foreignType = "$foreign";

/**
 * An event store as unlike SQLite as the port allows: positions are sparse, events of others stand between ours, `follow` comes late
 * and now and then delivers a batch again. Nothing is kept.
 */
export const createMemoryEventStore = ({ storeId = randomUUID(), seed = 1 } = {}): EventStore => {
  const dice = createDice(seed);
  const bell = createBell();
  const log: RecordedEvent[] = [];
  const streams = new Map<string, { event: RecordedEvent; start: number }[]>();
  const ids = new Set<string>();
  let head = 0;

  const nextPosition = (): Position => {
    head += 1 + Math.floor(dice() * 90);
    return `m${String(head).padStart(12, "0")}`;
  };
  const record = (event: Omit<RecordedEvent, "version" | "position">, start?: number): RecordedEvent => {
    const stream = streams.get(event.stream) ?? [];
    streams.set(event.stream, stream);
    const recorded = { ...event, version: stream.length, position: nextPosition() };
    stream.push({ event: recorded, start: start ?? recorded.version });
    ids.add(event.id);
    log.push(recorded);
    return recorded;
  };
  const somebodyElse = (): void => {
    if (dice() < 0.4) {
      record({ id: `foreign-${head}`, type: foreignType, data: {}, metadata: {}, stream: "$somebody-else" });
    }
  };

  const store: EventStore = {
    storeId,
    async appendToStream(stream, events, { expectedVersion }) {
      const texts = assertAppendable(stream, events, expectedVersion);
      await dawdle(dice);
      const known = streams.get(stream) ?? [];
      const actual = known.length === 0 ? "no-stream" : known.length - 1;
      const start = expectedVersion === "no-stream" ? 0 : expectedVersion + 1;
      if (actual !== expectedVersion) {
        const before = known.filter((entry) => entry.start === start).map((entry) => entry.event);
        const same = before.length === events.length && events.every(({ id }, index) => id === before[index]?.id);
        const last = before.at(-1);
        if (same && last) return resultOf(last);
        throw new WrongExpectedVersion(stream, expectedVersion, actual);
      }
      const taken = events.find(({ id }, index) => ids.has(id) || events.findIndex((event) => event.id === id) < index);
      if (taken) throw new OverlappingAppend(stream, expectedVersion, actual, taken.id);
      somebodyElse();
      const recorded = events.map(({ id, type }, index) => {
        const text = texts[index] ?? { data: "{}", metadata: "{}" };
        return record({ id, type, stream, data: JSON.parse(text.data), metadata: JSON.parse(text.metadata) }, start);
      });
      somebodyElse();
      bell.ring();
      const last = recorded.at(-1);
      if (!last) throw new RangeError("Nothing to append.");
      return resultOf(last);
    },
    async readStream(stream, { fromVersion = 0, limit = 1_000 } = {}) {
      await dawdle(dice);
      const events = (streams.get(stream) ?? []).map((entry) => entry.event);
      return copyOf(events.slice(Math.max(fromVersion, 0)).slice(0, limit));
    },
    async readAll({ after, limit }) {
      await dawdle(dice);
      return copyOf(log.filter((event) => after === undefined || event.position > after).slice(0, limit));
    },
    follow: (options, handleBatch, signal) => followAwkwardly(store, bell, dice, options, handleBatch, signal),
    async headPosition() {
      await dawdle(dice);
      return log.at(-1)?.position;
    },
    async close() {
      bell.ring();
    },
  };
  return store;
};

const resultOf = ({ version, position }: RecordedEvent): AppendResult => ({ version, position });

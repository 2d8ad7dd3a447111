import { randomUUID } from "node:crypto";
import { assertAppendable } from "../ports/append-rules.ts";
import {
  type AppendResult,
  type EventStore,
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
 * and now and then delivers a batch again; it keeps no index of event ids. Nothing is kept.
 */
export const createMemoryEventStore = ({
  storeId = randomUUID(),
  seed = 1,
}: {
  storeId?: string;
  seed?: number;
} = {}): EventStore => {
  const dice = createDice(seed);
  const bell = createBell();
  const log: RecordedEvent[] = [];
  const streams = new Map<string, RecordedEvent[]>();
  let head = 0;

  const nextPosition = (): Position => {
    head += 1 + Math.floor(dice() * 90);
    return `m${String(head).padStart(12, "0")}`;
  };
  const record = (event: Omit<RecordedEvent, "version" | "position">): RecordedEvent => {
    const stream = streams.get(event.stream) ?? [];
    streams.set(event.stream, stream);
    const recorded = { ...event, version: stream.length, position: nextPosition() };
    stream.push(recorded);
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
        // As EventStoreDB: what begins like this append is taken for it, and nothing is known of ids elsewhere.
        const there = known.slice(start, start + events.length);
        const last = there.at(-1);
        if (last && there.every(({ id }, index) => id === events[index]?.id)) return resultOf(last);
        throw new WrongExpectedVersion(stream, expectedVersion, actual);
      }
      somebodyElse();
      const recorded = events.map(({ id, type }, index) => {
        const text = texts[index] ?? { data: "{}", metadata: "{}" };
        return record({ id, type, stream, data: JSON.parse(text.data), metadata: JSON.parse(text.metadata) });
      });
      somebodyElse();
      bell.ring();
      const last = recorded.at(-1);
      if (!last) throw new RangeError("Nothing to append.");
      return resultOf(last);
    },
    async readStream(stream, { fromVersion = 0, limit = 1_000 } = {}) {
      await dawdle(dice);
      const events = streams.get(stream) ?? [];
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
    async eventIdAt(position) {
      await dawdle(dice);
      return log.find((event) => event.position === position)?.id;
    },
    async close() {
      bell.ring();
    },
  };
  return store;
};

const resultOf = ({ version, position }: RecordedEvent): AppendResult => ({ version, position });

import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFollowingBus } from "#infra/bus/following-bus.ts";
import { runRelay } from "#infra/bus/relay.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createMemoryBroker } from "#infra/memory/message-bus.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import type { EventStore, RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { createSqliteEventStore } from "#infra/sqlite/events/event-store.ts";
import { openStateDatabase } from "#infra/sqlite/state/state-database.ts";
import { createSqliteStateStore } from "#infra/sqlite/state/state-store.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { until } from "../support/until.ts";
import { inFolder, inMemory, type Opened } from "./support/adapters.ts";
import { anEvent, idsOf, ours } from "./support/events.ts";

type Under = { eventStore: EventStore; stateStore: StateStore; close(): Promise<void> };

const adapters = [
  inMemory<Under>(() => ({
    eventStore: createMemoryEventStore(),
    stateStore: createMemoryStateStore(),
    close: async () => undefined,
  })),
  inFolder<Under>(
    "sqlite",
    (folder) => {
      const eventStore = createSqliteEventStore({ file: join(folder, "events.db") });
      const state = openStateDatabase(join(folder, "state.db"));
      const stateStore = createSqliteStateStore(state, createSystemClock());
      const close = async () => {
        await eventStore.close();
        state.close();
      };
      return { eventStore, stateStore, close };
    },
    ({ close }) => close(),
  ),
];

const streams = ["a", "b", "c", "d", "e"];

describe.each(adapters)("Events of the $name store", (adapter) => {
  let opened: Opened<Under>;
  let under: Under;
  let stop: AbortController;
  let running: Promise<void>[];
  beforeEach(async () => {
    opened = await adapter.open();
    [under, stop, running] = [opened.port, new AbortController(), []];
  });
  afterEach(async () => {
    stop.abort();
    await Promise.all(running);
    await opened.close();
  });

  const happen = async (from: number, to: number): Promise<void> => {
    for (let version = from; version < to; version += 1)
      for (const stream of streams)
        await under.eventStore.appendToStream(stream, [anEvent({ type: "Wanted" })], {
          expectedVersion: version === 0 ? "no-stream" : version - 1,
        });
  };

  it("reach every group at least once in stream order, even if relays die before their checkpoint", async () => {
    const { eventStore, stateStore } = under;
    const broker = createMemoryBroker();
    const begin = (changes: { stateStore: StateStore; signal: AbortSignal }) =>
      runRelay({
        eventStore,
        publisher: broker,
        name: "bus",
        holder: "relay",
        lease: { durationMs: 6_000, renewalMs: 50 },
        onFault: () => undefined,
        ...changes,
      });
    /** Takes its place, and dies before its first checkpoint is written, or before a later one or a renewal. */
    const beginDoomed = async (most: number): Promise<void> => {
      const killed = new AbortController();
      let writes = 0;
      const put: StateStore["put"] = (...entry) => {
        writes += 1;
        if (writes <= most) return stateStore.put(...entry);
        killed.abort();
        return new Promise(() => undefined);
      };
      void begin({ stateStore: { ...stateStore, put }, signal: killed.signal });
      await until("it is killed", () => killed.signal.aborted, { every: 2 });
    };
    const heard: RecordedEvent[] = [];
    const subscribe = (group: string, handle: (events: RecordedEvent[]) => Promise<void>) =>
      running.push(broker.subscribe({ group, types: ["Wanted"] }, handle, stop.signal));
    subscribe("g", async (events) => void heard.push(...events));
    for (const most of [1, 2, 1, 3, 1]) {
      const version = (await eventStore.readStream("a")).length;
      await happen(version, version + 6);
      await beginDoomed(most);
    }
    await happen(30, 32);
    running.push(begin({ stateStore, signal: stop.signal }));
    const all = streams.length * 32;
    await until("all events are received", () => new Set(idsOf(heard)).size === all, { every: 5 });
    for (const stream of streams) {
      const versions = heard.filter((event) => event.stream === stream).map(({ version }) => version);
      expect([...new Set(versions)]).toEqual(Array.from({ length: 32 }, (_, version) => version));
    }
    expect(heard.length).toBeGreaterThan(all);
    const late = new Set<string>();
    subscribe("h", async (events) => {
      for (const { id } of events) late.add(id);
    });
    await until("a late group receives all events", () => late.size === all, { every: 5 });
  });

  it("reach every subscriber in store order, across all streams", async () => {
    const { eventStore, stateStore } = under;
    await happen(0, 4);
    const heard: RecordedEvent[] = [];
    const bus = createFollowingBus({ eventStore, stateStore });
    running.push(
      bus.subscribe({ group: "g", types: ["Wanted"] }, async (events) => void heard.push(...events), stop.signal),
    );
    await happen(4, 8);
    await until("all events are received", () => new Set(idsOf(heard)).size === 40, { every: 5 });
    expect([...new Set(idsOf(heard))]).toEqual(idsOf(ours(await eventStore.readAll({ limit: 1_000 }))));
  });
});

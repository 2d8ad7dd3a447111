import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { createFollowingBus } from "#infra/bus/following-bus.ts";
import { runRelay } from "#infra/bus/relay.ts";
import { createKafkaBus } from "#infra/kafka/message-bus.ts";
import { createKafkaPublisher } from "#infra/kafka/publisher.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import type { MessageBus } from "#infra/ports/message-bus.ts";
import type { EventStore, RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { createSqliteEventStore } from "#infra/sqlite/events/event-store.ts";
import { openStateDatabase } from "#infra/sqlite/state/state-database.ts";
import { createSqliteStateStore } from "#infra/sqlite/state/state-store.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { brokersAt } from "../engines/kafka/support.ts";
import { brokerOver } from "../support/broker-over.ts";
import { until } from "../support/until.ts";
import { type Adapter, engines, inEngine, inFolder, inMemory, type Opened } from "./support/adapters.ts";
import { anEvent } from "./support/events.ts";

type Under = { bus: MessageBus; eventStore: EventStore; close(): Promise<void> };

const faults: unknown[] = [];

const embedded = (): Adapter<Under>[] => [
  {
    ...inMemory<Under>(
      () => {
        const eventStore = createMemoryEventStore();
        const stop = new AbortController();
        const { bus, ended } = brokerOver(eventStore, stop.signal, (error) => faults.push(error));
        return {
          bus,
          eventStore,
          async close() {
            stop.abort();
            await ended;
          },
        };
      },
      (under) => under.close(),
    ),
    name: "a broker in memory, with its relay",
  },
  inFolder<Under>(
    "sqlite",
    (folder) => {
      const eventStore = createSqliteEventStore({ file: join(folder, "events.db") });
      const state = openStateDatabase(join(folder, "state.db"));
      const stateStore = createSqliteStateStore(state, createSystemClock());
      const bus = createFollowingBus({ eventStore, stateStore, onFault: ({ error }) => faults.push(error) });
      return {
        bus,
        eventStore,
        async close() {
          await eventStore.close();
          state.close();
        },
      };
    },
    (under) => under.close(),
  ),
];

type Place = { brokers: string; eventStore: EventStore; stateStore: StateStore };

/** Over real brokers, which a relay tells of the events of a store in memory. */
const distributed = (): Adapter<Under>[] => {
  const kafka = inject("kafka");
  if (!kafka) return [];
  return [
    inEngine<Under, Place>(
      "Kafka, with its relay",
      () => ({
        brokers: brokersAt(kafka.direct, `test-${randomUUID()}.`),
        eventStore: createMemoryEventStore(),
        stateStore: createMemoryStateStore(),
      }),
      async ({ brokers, eventStore, stateStore }) => {
        const { storeId } = eventStore;
        const [stop, kinds] = [new AbortController(), ["a", "b", "c", "d"]];
        const publisher = createKafkaPublisher({ brokers, storeId, kinds });
        const onFault = ({ error }: { error: unknown }) => void faults.push(error);
        const ended = runRelay({ eventStore, stateStore, publisher, name: "bus", signal: stop.signal, onFault });
        return {
          bus: createKafkaBus({ brokers, eventStore, stateStore, kinds, onFault }),
          eventStore,
          async close() {
            stop.abort();
            await ended;
            await publisher.close();
          },
        };
      },
      (under) => under.close(),
    ),
  ];
};

const adapters = engines === "distributed" ? distributed() : embedded();

if (adapters.length === 0) it.skip("The message bus over Kafka, where there is one", () => undefined);

describe.each(adapters)("The message bus ($name)", (adapter) => {
  let opened: Opened<Under>;
  let under: Under;
  let stop: AbortController;
  let running: Promise<void>[];
  beforeEach(async () => {
    faults.length = 0;
    running = [];
    stop = new AbortController();
    opened = await adapter.open();
    under = opened.port;
  });
  afterEach(async () => {
    stop.abort();
    await Promise.all(running);
    await opened.close();
  });

  const happen = async (stream: string, version: number, type = "Wanted"): Promise<void> => {
    const event = anEvent({ type, data: { stream, version } });
    const expectedVersion = version === 0 ? "no-stream" : version - 1;
    await under.eventStore.appendToStream(stream, [event], { expectedVersion });
  };
  const subscribe = (group: string, handle: (events: RecordedEvent[]) => Promise<void>): void => {
    running.push(under.bus.subscribe({ group, types: ["Wanted", "Other"] }, handle, stop.signal));
  };
  const halt = async (): Promise<void> => {
    stop.abort();
    await Promise.all(running);
    stop = new AbortController();
  };
  const nameOf = ({ stream, version }: RecordedEvent): string => `${stream}${version}`;

  const noteIn = (heard: Set<string>) => async (events: RecordedEvent[]) => {
    for (const event of events) heard.add(nameOf(event));
  };

  it("passes events from before and after its subscription to a group", async () => {
    await happen("a", 0);
    const heard = new Set<string>();
    subscribe("g", noteIn(heard));
    await until("the first event is received", () => heard.has("a0"), { every: 5 });
    await happen("a", 1);
    await happen("b", 0, "Other");
    await until("all events are received", () => heard.size === 3, { every: 5 });
    expect([...heard].sort()).toEqual(["a0", "a1", "b0"]);
  });

  it("passes only the requested types", async () => {
    await happen("a", 0, "Unwanted");
    await happen("a", 1);
    const types = new Set<string>();
    subscribe("g", async (events) => {
      for (const event of events) types.add(event.type);
    });
    await until("one event is received", () => types.size > 0, { every: 5 });
    expect([...types]).toEqual(["Wanted"]);
  });

  it("keeps the order of each stream, even when events are repeated", async () => {
    for (let version = 0; version < 20; version += 1) {
      await happen("a", version);
      await happen("b", version);
    }
    const heard: RecordedEvent[] = [];
    subscribe("g", async (events) => void heard.push(...events));
    await until("all events are received", () => new Set(heard.map(nameOf)).size === 40, { every: 5 });
    for (const stream of ["a", "b"]) {
      const firsts = [...new Set(heard.filter((event) => event.stream === stream).map((event) => event.version))];
      expect(firsts).toEqual(Array.from({ length: 20 }, (_, version) => version));
    }
  });

  it("passes events to every group", async () => {
    await happen("a", 0);
    const heard = new Set<string>();
    for (const group of ["g", "h"]) subscribe(group, async () => void heard.add(group));
    await until("both events are received", () => heard.size === 2, { every: 5 });
  });

  it("repeats a message whose handler threw, and reports it, until it is accepted", async () => {
    await happen("a", 0);
    let tries = 0;
    subscribe("g", async () => {
      tries += 1;
      if (tries < 3) throw new Error(`try ${tries}`);
    });
    await until("there is a third attempt", () => tries >= 3, { every: 5 });
    expect(faults.map(String)).toEqual(["Error: try 1", "Error: try 2"]);
  });

  it("skips nothing that a handler hasn't accepted", async () => {
    await happen("a", 0);
    await happen("a", 1);
    let refused = false;
    subscribe("g", async () => {
      refused = true;
      throw new Error("not now");
    });
    await until("the handler has thrown once", () => refused, { every: 5 });
    await halt();
    const heard = new Set<string>();
    subscribe("g", noteIn(heard));
    await until("both events are received", () => heard.size === 2, { every: 5 });
  });

  it("continues after a restart where the group stopped", async () => {
    const before = new Set<string>();
    subscribe("g", noteIn(before));
    for (let version = 0; version < 40; version += 1) {
      await happen("a", version);
      if (version % 10 === 9)
        await until("all events so far are received", () => before.size === version + 1, { every: 5 });
    }
    await halt();
    under = await opened.reopen();
    await happen("a", 40);
    const after: string[] = [];
    subscribe("g", async (events) => void after.push(...events.map(nameOf)));
    await until("the next event is received", () => after.includes("a40"), { every: 5 });
    // Recently taken events may come again; older ones don't.
    expect(after).not.toContain("a0");
  });

  it("gives each event to one member, after earlier events of its stream, as members join and leave", async () => {
    const taken = new Set<string>();
    const tooEarly: string[] = [];
    const member = (until: AbortSignal) =>
      under.bus.subscribe(
        { group: "g", types: ["Wanted"] },
        async (events) => {
          const before = new Set(taken);
          for (const event of events) {
            const previous = `${event.stream}${event.version - 1}`;
            if (event.version > 0 && !before.has(previous)) tooEarly.push(nameOf(event));
            before.add(nameOf(event));
          }
          for (let turns = 0; turns < 3; turns += 1) await new Promise((resolve) => setImmediate(resolve));
          for (const event of events) taken.add(nameOf(event));
        },
        until,
      );
    const leaving = new AbortController();
    running.push(member(stop.signal));
    const left = member(leaving.signal);
    for (let version = 0; version < 30; version += 1) {
      for (const stream of ["a", "b", "c", "d"]) await happen(stream, version);
      if (version === 10) leaving.abort();
      if (version === 20) running.push(member(stop.signal));
    }
    await until("all events are processed", () => taken.size === 120, { every: 5 });
    await left;
    expect(tooEarly).toEqual([]);
  });

  it("ends a subscription that is stopped between attempts", async () => {
    await happen("a", 0);
    let tries = 0;
    subscribe("g", async () => {
      tries += 1;
      throw new Error("never");
    });
    await until("there are several attempts", () => tries >= 2, { every: 5 });
    await halt();
  });
});

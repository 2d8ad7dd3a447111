import { afterEach, describe, expect, it } from "vitest";
import { runRelay } from "#infra/bus/relay.ts";
import { readRelayPosition } from "#infra/bus/relay-lease.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { someEvents } from "#tests/contract/support/events.ts";
import { until } from "#tests/support/until.ts";
import { brokersAt, createEnding, kafka, nameOf, newPrefix, readTopic, theKafka } from "./support.ts";

const open = createEnding();
let stop = new AbortController();
let relays: Promise<void>[] = [];
afterEach(async () => {
  stop.abort();
  await Promise.all(relays);
  await open.endAll();
  [stop, relays] = [new AbortController(), []];
});

const streams = ["a-1", "a-2", "b-1"];
const lease = { durationMs: 1_000, renewalMs: 100 };

const given = (host = theKafka().direct) => {
  const prefix = newPrefix();
  const eventStore = createMemoryEventStore();
  const stateStore = createMemoryStateStore();
  const { storeId } = eventStore;
  const versions = new Map<string, number>();
  const happen = async (count: number) => {
    for (const stream of streams) {
      const from = versions.get(stream) ?? -1;
      const expectedVersion = from < 0 ? "no-stream" : from;
      await eventStore.appendToStream(stream, someEvents(count), { expectedVersion });
      versions.set(stream, from + count);
    }
  };
  const begin = (
    holder: string,
    changes: Partial<Parameters<typeof runRelay>[0]> = {},
    onPublish: (events: number) => void = () => undefined,
  ) => {
    const bare = open.publisher({ brokers: brokersAt(host, prefix), storeId, kinds: ["a", "b"] });
    const publish = (events: readonly RecordedEvent[]) => {
      onPublish(events.length);
      return bare.publish(events);
    };
    const publisher = { publish };
    const options = { eventStore, stateStore, publisher, name: "bus", holder, lease, signal: stop.signal };
    const relay = runRelay({ ...options, onFault: () => undefined, ...changes });
    relays.push(relay);
    return relay;
  };
  const heard: RecordedEvent[] = [];
  const bus = open.bus({ brokers: brokersAt(theKafka().direct, prefix), eventStore, kinds: ["a", "b"] });
  open.member(bus, async (events) => void heard.push(...events), { types: ["ThingHappened"] });
  const allHeard = (count: number) =>
    until(
      `${count} events of each stream are received`,
      () => new Set(heard.map(nameOf)).size === count * streams.length,
      {
        within: 60_000,
      },
    );
  const inOrder = (count: number) => {
    for (const stream of streams) {
      const firsts = [...new Set(heard.filter((event) => event.stream === stream).map(({ version }) => version))];
      expect(firsts).toEqual(Array.from({ length: count }, (_, version) => version));
    }
  };
  return { prefix, eventStore, stateStore, happen, begin, heard, allHeard, inOrder };
};

/** A store in which a relay takes its place, and dies at its first checkpoint: it never hears of it. */
const dyingStore = (stateStore: StateStore, die: () => void): StateStore => {
  let writes = 0;
  return {
    ...stateStore,
    put: (...entry) => {
      writes += 1;
      if (writes === 1) return stateStore.put(...entry);
      die();
      return new Promise(() => undefined);
    },
  };
};

describe.skipIf(!kafka)("A relay to Kafka", () => {
  it("killed before its checkpoint has a successor that repeats the batch, which nobody receives twice", async () => {
    const { prefix, stateStore, happen, begin, heard, allHeard, inOrder } = given();
    for (let round = 0; round < 3; round += 1) {
      await happen(10);
      const killed = new AbortController();
      const dying = dyingStore(stateStore, () => killed.abort());
      void begin("one", {
        stateStore: dying,
        signal: killed.signal,
        lease: { durationMs: 6_000, renewalMs: 3_600_000 },
      });
      relays.pop();
      await until("it is killed", () => killed.signal.aborted);
    }
    begin("one");
    await happen(10);
    await allHeard(40);
    inOrder(40);
    expect(heard.length).toBe(120);
    expect((await readTopic(`${prefix}events.a`, 80)).length).toBeGreaterThan(80);
  });

  it("publishes nothing after losing its lease", async () => {
    const { eventStore, happen, begin, stateStore, allHeard, inOrder } = given();
    let halted = false;
    const halting: StateStore = {
      ...stateStore,
      put: (...entry) => (halted ? Promise.reject(new StoreBusy("It stands still.")) : stateStore.put(...entry)),
    };
    const by = { one: 0, two: 0 };
    const leaving = new AbortController();
    const signal = AbortSignal.any([stop.signal, leaving.signal]);
    begin("one", { stateStore: halting, signal }, (events) => {
      by.one += events;
    });
    await happen(5);
    await allHeard(5);
    await until("its checkpoint is written", async () => {
      const upTo = await readRelayPosition(stateStore, "bus");
      return upTo !== undefined && upTo >= ((await eventStore.headPosition()) ?? "");
    });
    halted = true;
    begin("two", {}, (events) => {
      by.two += events;
    });
    await until("the second relay has the lease", async () => {
      const entry = await stateStore.get<{ holder: string | null }>("relay:bus");
      return entry?.value.holder === "two";
    });
    const before = by.one;
    await happen(5);
    await allHeard(10);
    inOrder(10);
    expect(by.one).toBe(before);
    expect(by.two).toBeGreaterThanOrEqual(15);
    leaving.abort();
  });

  it.skipIf(!kafka?.proxied)("loses nothing if much happens while Kafka is unreachable", async () => {
    const proxy = await open.proxy();
    const { happen, begin, heard, allHeard, inOrder } = given(proxy.host);
    const faults: string[] = [];
    begin("one", { onFault: ({ error }) => void faults.push(String(error)) });
    await happen(10);
    await allHeard(10);
    await proxy.set({ kind: "refused" });
    for (let round = 0; round < 20; round += 1) await happen(100);
    await until("there were several attempts", () => faults.length >= 5);
    expect(faults[0]).toMatch(/Kafka at 127\.0\.0\.1:\d+ does not answer/);
    await proxy.set({ kind: "none" });
    await allHeard(2_010);
    inOrder(2_010);
    expect(heard.length).toBe(2_010 * streams.length);
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { anEvent } from "#tests/contract/support/events.ts";
import { until } from "#tests/support/until.ts";
import { createMemoryEventStore } from "../memory/event-store.ts";
import { createMemoryStateStore } from "../memory/state-store.ts";
import type { BusPublisher } from "../ports/message-bus.ts";
import { StoreBusy } from "../ports/store-errors.ts";
import { isForeign } from "../ports/stores/append-rules.ts";
import type { EventStore, RecordedEvent } from "../ports/stores/event-store.ts";
import type { StateStore } from "../ports/stores/state-store.ts";
import { type RelayOptions, runRelay } from "./relay.ts";
import { relayPrefix } from "./relay-lease.ts";

const nameOf = ({ stream, version }: RecordedEvent): string => `${stream}${version}`;

describe("The relay", () => {
  let eventStore: EventStore;
  let stateStore: StateStore;
  let stop: AbortController;
  let running: Promise<void>[];
  /** Events on the bus, with the relay that published each. */
  let onBus: { by: string; event: RecordedEvent }[];
  /** Steady time, which only the test advances. */
  let passed: number;
  beforeEach(() => {
    [eventStore, stateStore] = [createMemoryEventStore(), createMemoryStateStore()];
    [stop, running, onBus, passed] = [new AbortController(), [], [], 0];
  });
  afterEach(async () => {
    stop.abort();
    await Promise.all(running);
  });

  const happen = async (stream: string, from: number, to: number): Promise<void> => {
    for (let version = from; version < to; version += 1)
      await eventStore.appendToStream(stream, [anEvent()], {
        expectedVersion: version === 0 ? "no-stream" : version - 1,
      });
  };
  const longer = (): boolean => {
    passed += 1_000;
    return true;
  };
  const publisherOf = (by: string): BusPublisher => ({
    publish: async (events) => void onBus.push(...events.map((event) => ({ by, event }))),
  });
  const begin = (by: string, changes: Partial<RelayOptions> = {}): Promise<void> => {
    const relay = runRelay({
      eventStore,
      stateStore,
      publisher: publisherOf(by),
      name: "bus",
      signal: stop.signal,
      holder: by,
      lease: { durationMs: 6_000, renewalMs: 8 },
      now: () => passed,
      onFault: () => undefined,
      ...changes,
    });
    running.push(relay);
    return relay;
  };
  const names = (by?: string): string[] =>
    onBus.filter((entry) => by === undefined || entry.by === by).map(({ event }) => nameOf(event));
  const isOnBus = (name: string, by?: string) =>
    until(`${name} on the bus`, () => names(by).includes(name), { every: 2 });
  /** Versions of a stream's events in the order of their first arrival. */
  const firsts = (stream: string): number[] => [
    ...new Set(onBus.filter(({ event }) => event.stream === stream).map(({ event }) => event.version)),
  ];
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

  it("publishes events written before and after its start, only our own, in stream order", async () => {
    await happen("a", 0, 30);
    begin("one");
    await happen("b", 0, 20);
    await happen("a", 30, 40);
    await isOnBus("a39");
    expect([firsts("a"), firsts("b")]).toEqual([upTo(40), upTo(20)]);
    expect(onBus.some(({ event }) => isForeign(event))).toBe(false);
  });

  it("republishes some events, and loses none, if killed before writing its checkpoint", async () => {
    await happen("a", 0, 5);
    const killed = new AbortController();
    let writes = 0;
    const dying: StateStore = {
      ...stateStore,
      // The first write takes the lease. The second is the checkpoint, and the relay is dead by then.
      put: (...put) => {
        writes += 1;
        if (writes === 1) return stateStore.put(...put);
        killed.abort();
        return new Promise(() => undefined);
      },
    };
    void runRelay({
      eventStore,
      stateStore: dying,
      publisher: publisherOf("one"),
      name: "bus",
      signal: killed.signal,
      holder: "one",
      lease: { durationMs: 6_000, renewalMs: 3_600_000 },
      onFault: () => undefined,
    });
    await until("it is killed", () => killed.signal.aborted, { every: 2 });
    const before = names().length;
    expect(before).toBeGreaterThan(0);
    await happen("a", 5, 10);
    begin("one");
    await isOnBus("a9");
    expect(firsts("a")).toEqual(upTo(10));
    expect(names().filter((name) => name === "a0").length).toBeGreaterThan(1);
  });

  it("publishes nothing twice if it is stopped and restarted", async () => {
    await happen("a", 0, 5);
    begin("one");
    await isOnBus("a4");
    stop.abort();
    await Promise.all(running);
    stop = new AbortController();
    await happen("a", 5, 10);
    begin("two");
    await isOnBus("a9");
    expect(names()).toEqual(upTo(10).map((n) => `a${n}`));
  });

  it("waits while another relay of its name publishes, and takes over from its checkpoint once that one stalls", async () => {
    const dead = new AbortController();
    let alive = true;
    const halting: StateStore = {
      ...stateStore,
      put: (...put) => (alive ? stateStore.put(...put) : Promise.reject(new StoreBusy("It stands still."))),
    };
    begin("one", { signal: AbortSignal.any([stop.signal, dead.signal]), stateStore: halting });
    await happen("a", 0, 5);
    await isOnBus("a4", "one");
    begin("two");
    await happen("a", 5, 10);
    await isOnBus("a9", "one");
    const key = `${relayPrefix}bus`;
    const renewals = (await stateStore.get<{ renewals: number }>(key))?.value.renewals ?? 0;
    await until(
      "the first renews",
      async () => ((await stateStore.get<{ renewals: number }>(key))?.value.renewals ?? 0) > renewals,
    );
    expect(names("two")).toEqual([]);
    alive = false;
    // The first may still publish its current batch, but it cannot write its checkpoint.
    await happen("a", 10, 12);
    await until("the second has taken its place", () => longer() && names("two").includes("a11"), {
      every: 5,
    });
    dead.abort();
    expect(firsts("a")).toEqual(upTo(12));
    expect(names("two")).not.toContain("a0");
  });

  it("publishes no further batch if its lease wasn't renewed in time", async () => {
    await happen("a", 0, 3);
    let alive = true;
    const halting: StateStore = {
      ...stateStore,
      put: (...put) => (alive ? stateStore.put(...put) : Promise.reject(new StoreBusy("It stands still."))),
    };
    begin("one", { stateStore: halting });
    await isOnBus("a2");
    await until("its checkpoint is written", async () => {
      const entry = await stateStore.get<{ checkpoint: { position: string } | null }>(`${relayPrefix}bus`);
      const last = (await eventStore.readStream("a")).at(-1);
      return (entry?.value.checkpoint?.position ?? "") >= (last?.position ?? "none");
    });
    alive = false;
    passed += 6_000;
    await happen("a", 3, 6);
    begin("two");
    await until("the second has taken its place", () => longer() && names("two").includes("a5"), { every: 5 });
    expect(names("one")).toEqual(["a0", "a1", "a2"]);
    expect(names("two")).toEqual(["a3", "a4", "a5"]);
  });

  it("retries while the bus is down, and loses nothing", async () => {
    await happen("a", 0, 5);
    let down = true;
    const tries: number[] = [];
    begin("one", {
      publisher: {
        publish: (events) => (down ? Promise.reject(new Error("No broker.")) : publisherOf("one").publish(events)),
      },
      onFault: ({ tries: n }) => void tries.push(n),
    });
    await until("it fails twice", () => tries.length >= 2, { every: 5 });
    await happen("a", 5, 8);
    down = false;
    await isOnBus("a7");
    expect(firsts("a")).toEqual(upTo(8));
    expect(tries.slice(0, 2)).toEqual([1, 2]);
  });

  it("publishes again if the bus doesn't answer in time", async () => {
    await happen("a", 0, 3);
    let silent = true;
    begin("one", {
      publishTimeoutMs: 20,
      publisher: {
        publish: async (events) => {
          await publisherOf("one").publish(events);
          if (silent) await new Promise(() => undefined);
        },
      },
      onFault: () => {
        silent = false;
      },
    });
    await happen("a", 3, 5);
    await isOnBus("a4");
    expect(firsts("a")).toEqual(upTo(5));
  });

  it("ends with an error that names the repair if its checkpoint belongs to another event store", async () => {
    await stateStore.put(`${relayPrefix}bus`, {
      checkpoint: { storeId: "another", position: "m1", eventId: "e" },
      holder: null,
      renewals: 0,
    });
    const relay = begin("one");
    running = [];
    await expect(relay).rejects.toThrow(/The events on the bus belong to another event store.*npm run repair/);
  });
});

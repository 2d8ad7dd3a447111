import { Registry } from "prom-client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import { anEvent } from "#tests/contract/support/events.ts";
import { until } from "#tests/support/until.ts";
import { startRelay } from "./start-relay.ts";

describe("The relay process", () => {
  let stop: AbortController;
  let running: Promise<void>[];
  beforeEach(() => {
    [stop, running] = [new AbortController(), []];
  });
  afterEach(async () => {
    stop.abort();
    await Promise.all(running);
  });

  const given = () => {
    const eventStore = createMemoryEventStore();
    const kept = createMemoryStateStore();
    let away = false;
    const put: typeof kept.put = (...entry) =>
      away ? Promise.reject(new StoreBusy("MongoDB at nowhere does not answer.")) : kept.put(...entry);
    const stateStore = { ...kept, put };
    const onBus: string[] = [];
    const said: string[] = [];
    const say = (_: object, message: string) => void said.push(message);
    let down = false;
    const publish = async (events: readonly RecordedEvent[]) => {
      if (down) throw new Error("Kafka at nowhere does not answer.");
      onBus.push(...events.map(({ id }) => id));
    };
    const begin = (signal = stop.signal, holder?: string) => {
      const registry = new Registry();
      const relay = startRelay({
        eventStore,
        stateStore,
        publisher: { publish },
        registry,
        signal,
        lease: { durationMs: 6_000, renewalMs: 20 },
        log: { info: say, warn: say, error: say },
        ...(holder !== undefined && { holder }),
      });
      running.push(relay.running);
      const metric = async (name: string): Promise<number> =>
        Number(new RegExp(`^${name} (\\S+)$`, "m").exec(await registry.metrics())?.[1] ?? Number.NaN);
      return { ...relay, metric };
    };
    let version = -1;
    const happen = async (count: number) => {
      for (let n = 0; n < count; n += 1) {
        await eventStore.appendToStream("a", [anEvent()], { expectedVersion: version < 0 ? "no-stream" : version });
        version += 1;
      }
    };
    return {
      happen,
      begin,
      onBus,
      said,
      setDown: (is: boolean) => {
        down = is;
      },
      setAway: (is: boolean) => {
        away = is;
      },
    };
  };

  it("reports the number of published events, and no lag", async () => {
    const { happen, begin, onBus } = given();
    await happen(30);
    const { metric, troubles } = begin();
    await until("all published", () => onBus.length === 30);
    await until("counted", async () => (await metric("relay_events_published_total")) === 30);
    await until("not behind", async () => (await metric("relay_lag_seconds")) === 0);
    expect(await metric("relay_active")).toBe(1);
    expect(troubles()).toEqual([]);
  });

  it("reports how long and why it lags while the bus is down, and loses nothing", async () => {
    const { happen, begin, onBus, said, setDown } = given();
    setDown(true);
    await happen(20);
    const { metric, troubles } = begin();
    await until("it is behind", async () => (await metric("relay_lag_seconds")) > 1);
    expect(troubles()).toEqual(["Kafka at nowhere does not answer."]);
    await until("it was tried again", async () => (await metric("relay_failures_total")) >= 3);
    await happen(300);
    setDown(false);
    await until("all published", () => new Set(onBus).size === 320);
    await until("not behind", async () => (await metric("relay_lag_seconds")) === 0);
    await until("well again", () => troubles().length === 0);
    expect(said).toEqual([
      "The relay publishes.",
      "The relay cannot publish now, and tries until it can. Nothing is lost.",
      "The relay publishes again.",
    ]);
  });

  it("recovers when its store does, even if there is nothing to publish", async () => {
    const { happen, begin, onBus, setAway } = given();
    await happen(5);
    const { troubles } = begin();
    await until("all published", () => onBus.length === 5);
    setAway(true);
    await until("it says so", () => troubles().length > 0);
    expect(troubles()).toEqual(["MongoDB at nowhere does not answer."]);
    setAway(false);
    await until("well again", () => troubles().length === 0);
  });

  it("stands by beside another one, reports the lag, and takes over from its position", async () => {
    const { happen, begin, onBus } = given();
    const leaving = new AbortController();
    await happen(5);
    const first = begin(AbortSignal.any([stop.signal, leaving.signal]), "one");
    await until("the first publishes", () => onBus.length === 5);
    const second = begin(stop.signal, "two");
    await happen(5);
    await until("published", () => onBus.length === 10);
    await until("not behind", async () => (await second.metric("relay_lag_seconds")) === 0);
    expect([await first.metric("relay_active"), await second.metric("relay_active")]).toEqual([1, 0]);
    leaving.abort();
    await happen(5);
    await until("the second continues", () => onBus.length === 15);
    expect(await first.metric("relay_active")).toBe(0);
    expect(await second.metric("relay_active")).toBe(1);
    expect(new Set(onBus).size).toBe(15);
  });
});

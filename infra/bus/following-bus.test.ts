import { describe, expect, it } from "vitest";
import { until } from "#tests/support/until.ts";
import { createMemoryEventStore } from "../memory/event-store.ts";
import { createMemoryStateStore } from "../memory/state-store.ts";
import { StoreFull } from "../ports/store-errors.ts";
import type { Checkpoint } from "../ports/stores/history.ts";
import { createFollowingBus } from "./following-bus.ts";

const happened = { id: "e1", type: "Wanted", data: {}, metadata: {} };
const signal = new AbortController().signal;

describe("A group's checkpoint", () => {
  const given = async (other: Partial<Checkpoint>) => {
    const eventStore = createMemoryEventStore();
    const stateStore = createMemoryStateStore();
    const { position } = await eventStore.appendToStream("a", [happened], { expectedVersion: "no-stream" });
    await stateStore.put("bus:g", { storeId: eventStore.storeId, position, eventId: happened.id, ...other });
    return createFollowingBus({ eventStore, stateStore });
  };
  const unheard = () => Promise.reject(new Error("not to be called"));

  it.each([
    ["of another event store", { storeId: "another" }, /The reactions g belong to another event store/],
    ["beyond the head", { position: "m999999999999" }, /The reactions g know more events/],
    ["with another event's id", { eventId: "another" }, /The reactions g know other events/],
  ])("%s stops the group with an error that names the repair", async (_what, other, sentence) => {
    const bus = await given(other);
    const subscribing = bus.subscribe({ group: "g", types: ["Wanted"] }, unheard, signal);
    await expect(subscribing).rejects.toThrow(sentence);
    await expect(subscribing).rejects.toThrow(/npm run repair/);
  });

  it("may be at the head", async () => {
    const bus = await given({});
    const stop = new AbortController();
    const subscribing = bus.subscribe({ group: "g", types: ["Wanted"] }, unheard, stop.signal);
    stop.abort();
    await subscribing;
  });

  it("is retried while the disk is full, and the group goes on handling events", async () => {
    const eventStore = createMemoryEventStore();
    const stateStore = createMemoryStateStore();
    let full = true;
    const put: typeof stateStore.put = (key, value, options) =>
      full ? Promise.reject(new StoreFull("state.db")) : stateStore.put(key, value, options);
    await eventStore.appendToStream("a", [happened], { expectedVersion: "no-stream" });
    const heard: string[] = [];
    const faults: unknown[] = [];
    const stop = new AbortController();
    const bus = createFollowingBus({
      eventStore,
      stateStore: { ...stateStore, put },
      onFault: ({ error }) => faults.push(error),
    });
    const hear = async (events: { id: string }[]) => void heard.push(...events.map(({ id }) => id));
    const subscribing = bus.subscribe({ group: "g", types: ["Wanted"] }, hear, stop.signal);
    await until("it fails twice", () => faults.length >= 2);
    full = false;
    await until("the checkpoint is written", async () => (await stateStore.get("bus:g")) !== undefined);
    await eventStore.appendToStream("a", [{ ...happened, id: "e2" }], { expectedVersion: 0 });
    await until("the next event is handled", () => heard.includes("e2"));
    stop.abort();
    await subscribing;
    expect([...new Set(heard)]).toEqual(["e1", "e2"]);
  });

  it("advances past many events that nobody subscribed to, in a few writes", async () => {
    const eventStore = createMemoryEventStore();
    const kept = createMemoryStateStore();
    let written = 0;
    const put: typeof kept.put = (...entry) => {
      written += 1;
      return kept.put(...entry);
    };
    const stateStore = { ...kept, put };
    const unwanted = (n: number) => ({ ...happened, id: `u${n}`, type: "Unwanted" });
    for (let batch = 0; batch < 6; batch += 1) {
      const events = Array.from({ length: 200 }, (_, n) => unwanted(batch * 200 + n));
      await eventStore.appendToStream("a", events, { expectedVersion: batch === 0 ? "no-stream" : batch * 200 - 1 });
    }
    await eventStore.appendToStream("b", [happened], { expectedVersion: "no-stream" });
    const stop = new AbortController();
    const subscribing = createFollowingBus({ eventStore, stateStore }).subscribe(
      { group: "g", types: ["Wanted"] },
      async () => stop.abort(),
      stop.signal,
    );
    await subscribing;
    const checkpoint = await stateStore.get("bus:g");
    expect(written).toBeLessThanOrEqual(3);
    expect(checkpoint?.value).toMatchObject({ storeId: eventStore.storeId });
  });
});

import { describe, expect, it } from "vitest";
import { createMemoryEventStore } from "../memory/event-store.ts";
import { createMemoryStateStore } from "../memory/state-store.ts";
import { createFollowingBus } from "./following-bus.ts";

const happened = { id: "e1", type: "Wanted", data: {}, metadata: {} };
const signal = new AbortController().signal;

describe("A group's checkpoint", () => {
  const given = async (
    checkpointOf: (store: { storeId: string; head: string }) => { storeId: string; position: string },
  ) => {
    const eventStore = createMemoryEventStore();
    const stateStore = createMemoryStateStore();
    await eventStore.appendToStream("a", [happened], { expectedVersion: "no-stream" });
    const head = (await eventStore.headPosition()) ?? "";
    await stateStore.put("bus:g", checkpointOf({ storeId: eventStore.storeId, head }));
    return createFollowingBus({ eventStore, stateStore });
  };
  const unheard = () => Promise.reject(new Error("not to be called"));

  it("of another event store stops the group with a sentence", async () => {
    const bus = await given(({ head }) => ({ storeId: "another", position: head }));
    const subscribing = bus.subscribe({ group: "g", types: ["Wanted"] }, unheard, signal);
    await expect(subscribing).rejects.toThrow(/group g stopped in another event store/);
  });

  it("beyond the head stops the group with a sentence", async () => {
    const bus = await given(({ storeId, head }) => ({ storeId, position: `${head.slice(0, 1)}9${head.slice(2)}` }));
    const subscribing = bus.subscribe({ group: "g", types: ["Wanted"] }, unheard, signal);
    await expect(subscribing).rejects.toThrow(/further than the event store/);
  });

  it("of the head itself is fine", async () => {
    const bus = await given(({ storeId, head }) => ({ storeId, position: head }));
    const stop = new AbortController();
    const subscribing = bus.subscribe({ group: "g", types: ["Wanted"] }, unheard, stop.signal);
    stop.abort();
    await subscribing;
  });

  it("moves on over many events that nobody asked for, but not for each of them", async () => {
    const eventStore = createMemoryEventStore();
    const stateStore = createMemoryStateStore();
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
    expect(checkpoint?.version).toBeLessThanOrEqual(3);
    expect(checkpoint?.value).toMatchObject({ storeId: eventStore.storeId });
  });
});

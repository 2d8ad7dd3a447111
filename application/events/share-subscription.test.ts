import { afterEach, describe, expect, it } from "vitest";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import type { EventStore, RecordedEvent } from "#infra/ports/stores/event-store.ts";
import { shareSubscription } from "./share-subscription.ts";

describe("subscribers that share one subscription", () => {
  let ending: AbortController | undefined;
  afterEach(() => ending?.abort());

  const givenEvents = async (store: EventStore, stream: string, count: number) => {
    for (let n = 0; n < count; n += 1)
      await store.appendToStream(stream, [{ id: `${stream}-${n}`, type: "Happened", data: {}, metadata: {} }], {
        expectedVersion: n === 0 ? "no-stream" : n - 1,
      });
  };
  const idsOf = (events: readonly RecordedEvent[]) => events.map(({ id }) => id);
  const follower = (follow: EventStore["follow"], signal: AbortSignal, after?: string) => {
    const got: RecordedEvent[] = [];
    const take = async (events: RecordedEvent[]) => void got.push(...events);
    return { got, done: follow({ ...(after === undefined ? {} : { after }), batchSize: 7 }, take, signal) };
  };

  it("receive every event after their position once, in order", async () => {
    ending = new AbortController();
    const store = createMemoryEventStore();
    await givenEvents(store, "a", 40);
    let subscriptions = 0;
    const counted: EventStore = {
      ...store,
      follow: (...asked) => {
        subscriptions += 1;
        return store.follow(...asked);
      },
    };
    const follow = shareSubscription(counted, ending.signal);
    const [, , third] = await store.readAll({ limit: 3 });
    const all = follower(follow, ending.signal);
    const some = follower(follow, ending.signal, third?.position);
    await givenEvents(store, "b", 40);
    const wanted = idsOf(await store.readAll({ limit: 1_000 }));
    await expect.poll(() => idsOf(all.got)).toEqual(wanted);
    await expect.poll(() => idsOf(some.got)).toEqual(wanted.slice(3));
    const late = follower(follow, ending.signal);
    await expect.poll(() => idsOf(late.got)).toEqual(wanted);
    expect(subscriptions).toBe(1);
  });

  it.each([
    ["many events", { events: 10, characters: 1_000_000 }],
    ["few long ones", { events: 1_000, characters: 30_000 }],
  ])("read from the store if they fall behind the buffer: %s", async (_what, most) => {
    ending = new AbortController();
    const store = createMemoryEventStore();
    const asked: (string | undefined)[] = [];
    const counted: EventStore = {
      ...store,
      readAll: (options) => {
        asked.push(options?.after);
        return store.readAll(options);
      },
    };
    const follow = shareSubscription(counted, ending.signal, most);
    const goOn = Promise.withResolvers<void>();
    const slow: RecordedEvent[] = [];
    void follow(
      {},
      async (events) => {
        slow.push(...events);
        await goOn.promise;
      },
      ending.signal,
    );
    const quick = follower(follow, ending.signal);
    const text = "x".repeat(5_000);
    for (let n = 0; n < 40; n += 1)
      await store.appendToStream("a", [{ id: `a-${n}`, type: "Happened", data: { text }, metadata: {} }], {
        expectedVersion: n === 0 ? "no-stream" : n - 1,
      });
    const wanted = idsOf(await store.readAll({ limit: 1_000 }));
    await expect.poll(() => idsOf(quick.got)).toEqual(wanted);
    expect(slow.length).toBeLessThan(wanted.length);
    const reached = slow.at(-1)?.position;
    goOn.resolve();
    await expect.poll(() => idsOf(slow)).toEqual(wanted);
    expect(asked).toContain(reached);
  });

  it("share reads from the same position; a slow subscriber delays no one", async () => {
    ending = new AbortController();
    const store = createMemoryEventStore();
    await givenEvents(store, "a", 70);
    const wanted = idsOf(await store.readAll({ limit: 1_000 }));
    let reads = 0;
    const counted: EventStore = {
      ...store,
      readAll: (options) => {
        reads += 1;
        return store.readAll(options);
      },
    };
    const follow = shareSubscription(counted, ending.signal);
    const goOn = Promise.withResolvers<void>();
    const slow: RecordedEvent[] = [];
    const takeSlowly = async (events: RecordedEvent[]) => {
      await goOn.promise;
      slow.push(...events);
    };
    const { signal } = ending;
    void follow({ batchSize: 7 }, takeSlowly, signal);
    const others = Array.from({ length: 10 }, () => follower(follow, signal));
    for (const { got } of others) await expect.poll(() => idsOf(got)).toEqual(wanted);
    expect(reads).toBeLessThan(2 * Math.ceil(wanted.length / 7));
    goOn.resolve();
    await expect.poll(() => idsOf(slow)).toEqual(wanted);
  });

  it("stop on their own signal, and all fail if the subscription fails", async () => {
    ending = new AbortController();
    const store = createMemoryEventStore();
    await givenEvents(store, "a", 3);
    const broken = Promise.withResolvers<void>();
    const follow = shareSubscription({ ...store, follow: () => broken.promise }, ending.signal);
    const own = new AbortController();
    const leaves = follower(follow, own.signal);
    const stays = follower(follow, ending.signal);
    own.abort();
    await leaves.done;
    broken.reject(new Error("It is damaged."));
    await expect(stays.done).rejects.toThrow("It is damaged.");
  });

  it("wait while the store is unavailable", async () => {
    ending = new AbortController();
    const store = createMemoryEventStore();
    await givenEvents(store, "a", 3);
    let refusals = 2;
    const awkward: EventStore = {
      ...store,
      headPosition: async () => {
        refusals -= 1;
        if (refusals >= 0) throw new StoreBusy("It does not answer.");
        return store.headPosition();
      },
    };
    const { got } = follower(shareSubscription(awkward, ending.signal), ending.signal);
    // The store adds its own events between ours.
    const ours = () => got.filter(({ type }) => type === "Happened").map(({ id }) => id);
    await expect.poll(ours).toEqual(["a-0", "a-1", "a-2"]);
  });
});

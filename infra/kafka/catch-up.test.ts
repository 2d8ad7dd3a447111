import { beforeEach, describe, expect, it } from "vitest";
import { anEvent } from "#tests/contract/support/events.ts";
import { createMemoryEventStore } from "../memory/event-store.ts";
import { createMemoryStateStore } from "../memory/state-store.ts";
import type { EventStore, RecordedEvent } from "../ports/stores/event-store.ts";
import { catchUp } from "./catch-up.ts";
import { choosePartition } from "./choose-partition.ts";
import { createOffsetStore, type OffsetStore, type Partition } from "./offset-store.ts";
import { toTopicName } from "./topics.ts";

const prefix = "p.";
const of = 3;
const where = (stream: string): Partition => ({
  topic: toTopicName({ prefix }, stream),
  partition: choosePartition(stream, of),
  of,
});
/** Two streams of one kind in different partitions, and one of another kind. */
const [first = "", second = ""] = ["a-1", "a-2", "a-3", "a-4"].filter(
  (stream, n, all) => n === 0 || where(stream).partition !== where(all[0] ?? "").partition,
);
const other = "b-1";
const lossy = (stream: string, end = "9") => ({ ...where(stream), end });

describe("A group that catches up without Kafka", () => {
  let eventStore: EventStore;
  let stateStore: ReturnType<typeof createMemoryStateStore>;
  let places: OffsetStore;
  let handed: RecordedEvent[];
  let refuse: (events: RecordedEvent[]) => boolean;
  let stop: AbortController;
  const open = (): OffsetStore => createOffsetStore(stateStore, { prefix, group: "g", storeId: eventStore.storeId });
  beforeEach(() => {
    eventStore = createMemoryEventStore();
    stateStore = createMemoryStateStore();
    places = open();
    handed = [];
    refuse = () => false;
    stop = new AbortController();
  });

  const happen = async (stream: string, count: number, type = "Wanted"): Promise<string[]> => {
    const events = Array.from({ length: count }, () => anEvent({ type }));
    for (let n = 0; n < count; n += 500) {
      const version = (await eventStore.readStream(stream, { limit: 5_000 })).length - 1;
      const expectedVersion = version < 0 ? "no-stream" : version;
      await eventStore.appendToStream(stream, events.slice(n, n + 500), { expectedVersion });
    }
    return events.map(({ id }) => id);
  };
  const run = (...partitions: ReturnType<typeof lossy>[]) => {
    const hearing = {
      group: "g",
      types: new Set(["Wanted"]),
      storeId: eventStore.storeId,
      server: "Kafka",
      handleBatch: async (events: RecordedEvent[]) => {
        if (refuse(events)) throw new Error("not now");
        handed.push(...events);
      },
      onFault: () => undefined,
      onForeign: () => undefined,
      signal: stop.signal,
    };
    return catchUp({ eventStore, subscription: hearing, offsets: places, prefix, intervalMs: 1_000 }, partitions);
  };
  const ids = () => handed.map(({ id }) => id);

  it("gets only the events of the given partitions and of its types, in order", async () => {
    const one = await happen(first, 2);
    await happen(second, 2);
    await happen(other, 1);
    await happen(first, 1, "Unwanted");
    const more = await happen(first, 2);
    expect(await run(lossy(first))).toBe(4);
    expect(ids()).toEqual([...one, ...more]);
  });

  it("resumes after the messages that Kafka had, and gets no event twice", async () => {
    await happen(first, 3);
    await run(lossy(first, "3"));
    expect(await open().nextOffset(where(first))).toBe("3");
    const later = await happen(first, 1);
    handed = [];
    places = open();
    await run(lossy(first, "5"));
    expect(ids()).toEqual(later);
    expect(await open().nextOffset(where(first))).toBe("5");
  });

  it("reads the event store once for all partitions, from the earliest position", async () => {
    await happen(first, 1_500);
    await run(lossy(first));
    const others = [...(await happen(second, 3)), ...(await happen(first, 3))];
    handed = [];
    let reads = 0;
    const { readAll } = eventStore;
    eventStore = { ...eventStore, readAll: (options) => readAll(options).finally(() => (reads += 1)) };
    await run(lossy(first), lossy(second));
    expect(ids()).toEqual(others);
    const fromBeginning = reads;
    reads = 0;
    await run(lossy(first), lossy(second));
    expect(fromBeginning).toBeGreaterThan(1);
    expect(reads).toBe(0);
  });

  it("gets the rest after a stop halfway, and few events twice", async () => {
    const all = await happen(first, 1_200);
    refuse = (events) => {
      if (events.every(({ id }) => id !== all[1_100])) return false;
      stop.abort();
      return true;
    };
    expect(await run(lossy(first))).toBeUndefined();
    refuse = () => false;
    stop = new AbortController();
    places = open();
    expect(await run(lossy(first))).toBeGreaterThan(0);
    expect([...new Set(ids())]).toEqual(all);
    expect(handed.length).toBeLessThan(all.length + 200);
  });

  it("only advances its offset if its streams have no events", async () => {
    await happen(other, 1);
    expect(await run(lossy(first, "7"))).toBe(0);
    expect(await open().nextOffset(where(first))).toBe("7");
  });

  it("ends with an error if the event store is empty", async () => {
    await expect(run(lossy(first))).rejects.toThrow(/^Kafka had events, and the event store holds none/);
  });
});

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import type { Decider } from "#domain/core/decider.ts";
import type { DomainEvent } from "#domain/core/message.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import type { RecordedEvent } from "#infra/ports/stores/event-store.ts";
import { createRecentIds } from "./recent-ids.ts";
import { createRecentStates } from "./recent-states.ts";
import { createStreamStates } from "./stream-states.ts";

type Noted = DomainEvent<"FilterRenamed", { title: string }>;

/** A stream of notes whose state grows with each. */
const notes: Decider<never, Noted, readonly string[]> = {
  category: "notes",
  stateSchema: 1,
  initialState: [],
  decide: () => [],
  evolve: (state, { data }) => [...state, data.title],
};

/** Keeps only the last note. */
const lastNote: typeof notes = { ...notes, evolve: (_state, { data }) => [data.title] };

const given = (cacheWeight: number, { decider = notes, packedWeight = 0 } = {}) => {
  const eventStore = createMemoryEventStore();
  const reads: [stream: string, from: number][] = [];
  /** Reads are answered when this resolves. */
  let held = () => Promise.resolve();
  const watched: typeof eventStore = {
    ...eventStore,
    readStream: async (stream, options) => {
      reads.push([stream, options?.fromVersion ?? 0]);
      const events = await eventStore.readStream(stream, options);
      await held();
      return events;
    },
  };
  const states = createStreamStates({
    eventStore: watched,
    stateStore: createMemoryStateStore(createFakeClock()),
    upcasters,
    recentIds: { add: () => undefined },
    cacheWeight,
    pastWeight: cacheWeight,
    packedWeight,
    onSnapshotFailed: (error) => {
      throw error;
    },
  });
  const writeBehind = (stream: string, version: number, ...texts: string[]) =>
    eventStore.appendToStream(
      stream,
      texts.map((title, n) => ({
        id: `${stream}:${version + 1 + n}`,
        type: "FilterRenamed",
        data: { title },
        metadata: { schema: 1, tenant: "t", instant: "2026-11-20T12:00:00.000Z" },
      })),
      { expectedVersion: version < 0 ? "no-stream" : version },
    );
  const write = (stream: string, ...texts: string[]) => writeBehind(stream, -1, ...texts);
  /** First version that a read of the stream asks for now. */
  const readsFrom = async (stream: string): Promise<number | undefined> => {
    reads.length = 0;
    await states.newest(decider, stream);
    return reads[0]?.[1];
  };
  return { write, writeBehind, readsFrom, states, reads, hold: (until: () => Promise<void>) => (held = until) };
};

const great = "x".repeat(20_000);

it("many small states or a few recently used large ones stay in memory, by weight", async () => {
  const { write, readsFrom } = given(75_000);
  for (let n = 0; n < 50; n += 1) {
    await write(`notes-small-${n}`, "a", "b");
    await readsFrom(`notes-small-${n}`);
  }
  expect(await readsFrom("notes-small-0")).toBe(2);
  for (const name of ["a", "b", "c"]) {
    await write(`notes-${name}`, great);
    await readsFrom(`notes-${name}`);
  }
  await readsFrom("notes-a");
  await write("notes-d", great);
  await readsFrom("notes-d");
  expect(await readsFrom("notes-a"), "it was used").toBe(1);
  expect(await readsFrom("notes-d"), "it is the newest").toBe(1);
  expect(await readsFrom("notes-b"), "it was not used for longest").toBe(0);
});

it("a longer stream evicted from the cache can be kept compressed and unchanged", async () => {
  const { write, readsFrom, states } = given(30_000, { packedWeight: 100_000 });
  const titles = Array.from({ length: 20 }, (_, n) => `title ${n}`);
  await write("notes-long", ...titles);
  await write("notes-short", "a");
  const whole = await states.newest(notes, "notes-long");
  await readsFrom("notes-short");
  await write("notes-great", great);
  await write("notes-greater", `${great}y`);
  for (const name of ["notes-great", "notes-greater"]) await readsFrom(name);
  expect(await readsFrom("notes-short"), "it is read again in no time").toBe(0);
  expect(await readsFrom("notes-long")).toBe(20);
  expect(await states.newest(notes, "notes-long")).toEqual(whole);
});

it("a state edited many times weighs its current content, not its history", async () => {
  const { write, readsFrom } = given(40_000, { decider: lastNote });
  await write("notes-long", ...Array.from({ length: 500 }, () => "y".repeat(100)));
  expect(await readsFrom("notes-long")).toBe(0);
  expect(await readsFrom("notes-long")).toBe(500);
});

it("a state weighs its current content after many large edits", async () => {
  const { write, readsFrom } = given(700_000, { decider: lastNote });
  await write("notes-great", ...Array.from({ length: 40 }, () => great));
  expect(await readsFrom("notes-great")).toBe(0);
  expect(await readsFrom("notes-great")).toBe(40);
});

it("streams without events take no room, however many are requested", async () => {
  const { write, readsFrom } = given(3_000);
  await write("notes-there", "a");
  await readsFrom("notes-there");
  for (let n = 0; n < 4_000; n += 1) await readsFrom(`notes-none-${n}`);
  expect(await readsFrom("notes-there")).toBe(1);
});

it("each entry has its own weight, so many small streams can't fill the memory", async () => {
  const { write, readsFrom } = given(100_000);
  for (let n = 0; n < 100; n += 1) {
    await write(`notes-${n}`, "a");
    await readsFrom(`notes-${n}`);
  }
  expect([await readsFrom("notes-0"), await readsFrom("notes-99")]).toEqual([0, 1]);
});

it("concurrent loads of a stream share one read, never older than their request", async () => {
  const { write, writeBehind, states, reads, hold } = given(1_000_000);
  await write("notes-a", ...Array.from({ length: 150 }, (_, n) => `${n}`));
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>();
  hold(() => until);
  const early = Array.from({ length: 60 }, () => states.newest(notes, "notes-a"));
  await expect.poll(() => reads.length).toBe(1);
  await writeBehind("notes-a", 149, "late");
  const late = Array.from({ length: 60 }, () => states.newest(notes, "notes-a"));
  goOn();
  for (const { version } of await Promise.all(early)) expect(version).toBeGreaterThanOrEqual(149);
  for (const { version, state } of await Promise.all(late)) expect([version, state.at(-1)]).toEqual([150, "late"]);
  expect(reads.length, "two pages, the end, and the end once more").toBeLessThanOrEqual(4);
});

it("a stream can be loaded again after a failed read", async () => {
  const { write, states, hold } = given(1_000_000);
  await write("notes-a", "a");
  hold(() => Promise.reject(new Error("the disk")));
  await expect(Promise.all([states.newest(notes, "notes-a"), states.newest(notes, "notes-a")])).rejects.toThrow("disk");
  hold(() => Promise.resolve());
  expect((await states.newest(notes, "notes-a")).version).toBe(0);
});

it("concurrent loads of an old version share one read, and different versions are read one by one", async () => {
  const { write, states, reads, hold } = given(1_000_000);
  await write("notes-a", ...Array.from({ length: 400 }, (_, n) => `${n}`));
  await states.newest(notes, "notes-a");
  reads.length = 0;
  const { promise: until, resolve: goOn } = Promise.withResolvers<void>();
  hold(() => until);
  const asked = [40, 40, 40, 60, 60, 390].map((version) => states.at(notes, "notes-a", version));
  expect((await asked[5])?.version, "which is in memory").toBe(390);
  await expect.poll(() => reads.length).toBe(1);
  goOn();
  expect((await Promise.all(asked)).map(({ state }) => state.at(-1))).toEqual(["40", "40", "40", "60", "60", "390"]);
  expect(reads).toHaveLength(2);
});

it("an old version is rebuilt from the nearest kept state, not from the start of the stream", async () => {
  const { write, writeBehind, states, reads } = given(1_000_000, { decider: lastNote });
  const texts = (from: number) => Array.from({ length: 500 }, (_, n) => `${from + n}`);
  await write("notes-long", ...texts(0));
  for (let from = 500; from < 12_000; from += 500) await writeBehind("notes-long", from - 1, ...texts(from));
  const readsFrom = async (version: number): Promise<number> => {
    reads.length = 0;
    expect((await states.at(lastNote, "notes-long", version)).state).toEqual([`${version}`]);
    return Math.min(...reads.map(([, from]) => from));
  };
  expect(await readsFrom(5_700), "nobody was there before").toBe(0);
  expect(await readsFrom(5_300), "with the last event of its snapshot").toBe(4_999);
  expect(await readsFrom(11_000), "which passes by another one").toBe(4_999);
  expect(await readsFrom(10_200)).toBe(9_999);
  expect(await readsFrom(4_900), "before the first of them").toBe(0);
});

it("a stream's earlier versions are kept up to a weight, and evicted with the least recently used stream", () => {
  const recent = createRecentStates({ maxWeight: 30_000, maxVersionsPerStream: 3, maxWeightPerStream: 10_000 });
  const step = (version: number, grown = 10) => ({
    loaded: { state: version, version, position: String(version) },
    grown,
  });
  recent.add("a", [step(0), step(1), step(2), step(3)], 100);
  expect([recent.get("a", 0), recent.get("a", 1)?.state, recent.get("a", 3)?.state]).toEqual([undefined, 1, 3]);
  recent.add("b", [step(0)], 10_000);
  recent.add("c", [step(0)], 10_000);
  expect([recent.get("a", 3), recent.get("b", 0)?.state, recent.get("c", 0)?.state]).toEqual([undefined, 0, 0]);
});

it("a stream with large events keeps fewer earlier versions, but always the newest", () => {
  const recent = createRecentStates({ maxWeight: 1_000_000, maxVersionsPerStream: 50, maxWeightPerStream: 30_000 });
  const step = (version: number, grown: number) => ({
    loaded: { state: version, version, position: String(version) },
    grown,
  });
  const keptOf = (stream: string) => [0, 1, 2, 3, 4].filter((version) => recent.get(stream, version) !== undefined);
  for (const version of [0, 1, 2, 3, 4]) recent.add("great", [step(version, 10_000)], 20_000);
  recent.add("huge", [step(0, 10), step(1, 50_000)], 60_000);
  expect([keptOf("great"), keptOf("huge")]).toEqual([[3, 4], [1]]);
});

it("cached states don't keep the texts of their events in memory", async () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const heapUsed = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const rowBytes = 400_000;
  /** Slices an event's names out of one long text, like the SQLite store. */
  let rows = 0;
  const eventOfRow = (): RecordedEvent => {
    rows += 1;
    const row = Buffer.alloc(rowBytes, `${String(rows).padStart(4, "0")}-`).toString();
    const [id, stream] = [row.slice(0, 36), row.slice(36, 72)];
    const data = { title: "a" };
    const metadata = { schema: 1, tenant: "t", instant: "2026-11-20T12:00:00.000Z" };
    return { id, stream, version: 0, position: "1", type: "FilterRenamed", data, metadata };
  };
  const states = createStreamStates({
    eventStore: {
      ...createMemoryEventStore(),
      readStream: async (_, { fromVersion = 0 } = {}) => (fromVersion === 0 ? [eventOfRow()] : []),
    },
    stateStore: createMemoryStateStore(createFakeClock()),
    upcasters,
    recentIds: createRecentIds({ eventStore: createMemoryEventStore(), maxIds: 1_000, now: () => new Date() }),
    cacheWeight: 1_000_000,
    pastWeight: 1_000_000,
    packedWeight: 0,
    onSnapshotFailed: (error) => {
      throw error;
    },
  });
  const before = heapUsed();
  for (let n = 0; n < 50; n += 1) await states.newest(lastNote, `notes-${n}`);
  expect(heapUsed() - before).toBeLessThan(10 * rowBytes);
  expect(await states.newest(lastNote, "notes-0")).toMatchObject({ version: 0 });
});

import { expect, it } from "vitest";
import type { Decider } from "#domain/core/decider.ts";
import type { DomainEvent } from "#domain/core/message.ts";
import { upcasters } from "#domain/event-schemas.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { createRecentStates } from "./recent-states.ts";
import { createStreamStates } from "./stream-states.ts";

type Noted = DomainEvent<"FilterRenamed", { title: string }>;

/** A stream of notes, as long as what was written into it. */
const notes: Decider<never, Noted, readonly string[]> = {
  category: "notes",
  stateSchema: 1,
  initialState: [],
  decide: () => [],
  evolve: (state, { data }) => [...state, data.title],
};

/** Only what was written last. */
const lastNote: typeof notes = { ...notes, evolve: (_state, { data }) => [data.title] };

const given = (cacheWeight: number, decider = notes) => {
  const eventStore = createMemoryEventStore();
  const reads: [stream: string, from: number][] = [];
  const watched: typeof eventStore = {
    ...eventStore,
    readStream: (stream, options) => {
      reads.push([stream, options?.fromVersion ?? 0]);
      return eventStore.readStream(stream, options);
    },
  };
  const states = createStreamStates({
    eventStore: watched,
    stateStore: createMemoryStateStore(createFakeClock()),
    upcasters,
    cacheWeight,
    onSnapshotFailed: (error) => {
      throw error;
    },
  });
  const write = (stream: string, ...texts: string[]) =>
    eventStore.appendToStream(
      stream,
      texts.map((title, n) => ({
        id: `${stream}:${n}`,
        type: "FilterRenamed",
        data: { title },
        metadata: { schema: 1, tenant: "t", instant: "2026-11-20T12:00:00.000Z" },
      })),
      { expectedVersion: "no-stream" },
    );
  /** From which version on a stream is read when it is asked for now. */
  const readsFrom = async (stream: string): Promise<number | undefined> => {
    reads.length = 0;
    await states.newest(decider, stream);
    return reads[0]?.[1];
  };
  return { write, readsFrom };
};

const great = "x".repeat(10_000);

it("states stay in memory by their weight: many small ones, and of great ones the last used", async () => {
  const { write, readsFrom } = given(35_000);
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

it("a state that was edited for long weighs what is left of it, not what was ever written", async () => {
  const { write, readsFrom } = given(40_000, lastNote);
  await write("notes-long", ...Array.from({ length: 500 }, () => "y".repeat(100)));
  expect(await readsFrom("notes-long")).toBe(0);
  expect(await readsFrom("notes-long")).toBe(500);
});

it("earlier versions of a stream are kept while they weigh little, and go with the stream used longest ago", () => {
  const recent = createRecentStates({ most: 30_000, perStream: 3 });
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

import { expect, it } from "vitest";
import { hourMs } from "#domain/retention/retention.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createRecentIds } from "./recent-ids.ts";

const given = async ({ events, hoursApart = 0 }: { events: number; hoursApart?: number }) => {
  const clock = createFakeClock();
  const eventStore = createMemoryEventStore();
  for (let from = 0; from < events; from += 500) {
    const batch = Array.from({ length: Math.min(500, events - from) }, (_, n) => {
      clock.advance(hoursApart * hourMs);
      const instant = clock.now().toISOString();
      return { id: `id-${from + n}`, type: "Noted", data: {}, metadata: { instant } };
    });
    await eventStore.appendToStream("s", batch, { expectedVersion: from === 0 ? "no-stream" : from - 1 });
  }
  const reads: number[] = [];
  const watched: typeof eventStore = {
    ...eventStore,
    readStream: (stream, options) => {
      reads.push(options?.fromVersion ?? 0);
      return eventStore.readStream(stream, options);
    },
  };
  const ids = createRecentIds({ eventStore: watched, maxIds: 50_000, now: clock.now });
  const tail = (fromVersion: number, limit = 500) => eventStore.readStream("s", { fromVersion, limit });
  return { ids, reads, tail };
};

it("finds ids of events it was given, without a read", async () => {
  const { ids, reads, tail } = await given({ events: 300 });
  ids.add("s", await tail(250));
  expect(await ids.find("s", ["id-299", "id-250"], 299)).toEqual([299, 250]);
  expect(reads).toEqual([]);
});

it("reads earlier events once if an id is missing, back to the start of a young stream", async () => {
  const { ids, reads, tail } = await given({ events: 300 });
  ids.add("s", await tail(250));
  expect(await ids.find("s", ["id-3", "none"], 299)).toEqual([3, undefined]);
  expect(reads).toEqual([150, 50, 0]);
  expect(await ids.find("s", ["id-4", "none"], 299)).toEqual([4, undefined]);
  expect(reads).toHaveLength(3);
});

it("reads back no further than a day, page by page", async () => {
  const { ids, reads } = await given({ events: 1_000, hoursApart: 0.125 });
  expect(await ids.find("s", ["id-810", "id-50"], 999)).toEqual([810, undefined]);
  expect(reads).toEqual([900, 800, 700]);
});

it("reads back again after a gap", async () => {
  const { ids, reads, tail } = await given({ events: 300 });
  ids.add("s", await tail(0, 100));
  ids.add("s", await tail(200, 50));
  ids.add("s", await tail(240));
  expect(await ids.find("s", ["id-150", "id-299"], 299)).toEqual([150, 299]);
  expect(reads).toEqual([100, 0]);
});

it("keeps ten thousand ids of a stream, and reads to find older ones of the same day", async () => {
  const { ids, reads, tail } = await given({ events: 12_000 });
  for (let from = 0; from < 12_000; from += 500) ids.add("s", await tail(from));
  expect(await ids.find("s", ["id-11999", "id-4000"], 11_999)).toEqual([11_999, 4_000]);
  expect(reads).toEqual([]);
  expect(await ids.find("s", ["id-7"], 11_999)).toEqual([7]);
  const first = reads.length;
  expect(first).toBeGreaterThan(5);
  expect(await ids.find("s", ["id-8"], 11_999)).toEqual([8]);
  expect(reads.length).toBeGreaterThan(first);
});

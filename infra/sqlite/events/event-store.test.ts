import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { RecordedEvent } from "../../ports/stores/event-store.ts";
import { createSqliteEventStore } from "./event-store.ts";

it("A follower gets large events a few at a time, and misses none", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-events-"));
  const store = createSqliteEventStore({ file: join(folder, "events.db") });
  const text = "x".repeat(800_000);
  for (let n = 0; n < 20; n++)
    await store.appendToStream(`s-${n}`, [{ id: `e${n}`, type: "T", data: { text }, metadata: {} }], {
      expectedVersion: "no-stream",
    });
  const batches: number[] = [];
  const seen: string[] = [];
  const stop = new AbortController();
  await store.follow(
    { batchSize: 500 },
    async (events) => {
      batches.push(events.length);
      seen.push(...events.map(({ id }) => id));
      if (seen.length >= 20) stop.abort();
    },
    stop.signal,
  );
  await store.close();
  await rm(folder, { recursive: true });
  expect(seen).toEqual(Array.from({ length: 20 }, (_, n) => `e${n}`));
  expect(Math.max(...batches)).toBeLessThanOrEqual(6);
});

it("The log of the event store stays small", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-events-"));
  const file = join(folder, "events.db");
  const store = createSqliteEventStore({ file });
  const text = "x".repeat(800_000);
  for (let n = 0; n < 20; n++)
    await store.appendToStream(`s-${n}`, [{ id: `e${n}`, type: "T", data: { text }, metadata: {} }], {
      expectedVersion: "no-stream",
    });
  const { size } = await stat(`${file}-wal`);
  await store.close();
  await rm(folder, { recursive: true });
  expect(size).toBeLessThan(6_000_000);
});

it("Followers in one process share recently read events, and a new one gets all events in order", async () => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-events-"));
  const store = createSqliteEventStore({ file: join(folder, "events.db") });
  const append = (n: number) =>
    store.appendToStream(`s-${n}`, [{ id: `e${n}`, type: "T", data: {}, metadata: {} }], {
      expectedVersion: "no-stream",
    });
  /** The first events that a new follower gets, at least `count`. */
  const seen = async (count: number): Promise<RecordedEvent[]> => {
    const events: RecordedEvent[] = [];
    const stop = new AbortController();
    await store.follow(
      { batchSize: 2 },
      async (batch) => {
        events.push(...batch);
        if (events.length >= count) stop.abort();
      },
      stop.signal,
    );
    return events;
  };
  for (const n of [0, 1, 2]) await append(n);
  const first = await seen(3);
  await append(3);
  const second = await seen(4);
  await store.close();
  await rm(folder, { recursive: true });
  expect(second.map(({ id }) => id)).toEqual(["e0", "e1", "e2", "e3"]);
  expect(first.every((event, n) => event === second[n])).toBe(true);
});

import { afterEach, expect, it } from "vitest";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createMemoryReadStore } from "#infra/memory/read-store.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import { findUnresponsiveStores, listSentences, watchStores } from "./watch-stores.ts";

const ending = new AbortController();
afterEach(() => ending.abort());

const stores = () => ({
  eventStore: createMemoryEventStore(),
  stateStore: createMemoryStateStore(createFakeClock("2026-11-20T12:00:00.000Z")),
  readStore: createMemoryReadStore(),
});

it("names no store while all respond", async () => {
  expect(await findUnresponsiveStores(stores())).toEqual([]);
});

it("names each failing store with its error, and an engine behind two of them once", async () => {
  const { eventStore, stateStore, readStore } = stores();
  const away = async () => {
    throw new StoreBusy("MongoDB at db:27017 does not answer.");
  };
  const silences = await findUnresponsiveStores(
    {
      eventStore: { ...eventStore, headPosition: () => new Promise(() => undefined) },
      stateStore: { ...stateStore, get: away },
      readStore: { ...readStore, readRegister: away },
    },
    20,
  );
  expect(silences.map(({ store }) => store)).toEqual(["eventStore", "stateStore", "readStore"]);
  expect(listSentences(silences)).toEqual([
    expect.stringMatching(/^The event store cannot be used \(There was no answer within 20 ms\)\.$/),
    "MongoDB at db:27017 does not answer.",
  ]);
});

it("reports a problem until the stores have been checked", async () => {
  const { sentences, unresponsive } = watchStores(stores(), ending.signal);
  expect(sentences()).toEqual(["The stores have not been asked yet."]);
  expect(unresponsive()).toEqual(new Set());
  await expect.poll(sentences).toEqual([]);
});

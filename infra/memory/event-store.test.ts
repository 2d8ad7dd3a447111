import { describe, expect, it } from "vitest";
import { anEvent, idsOf, someEvents } from "#tests/contract/support/events.ts";
import { StoreBusy } from "../ports/store-errors.ts";
import { AppendUnsettled, type EventStore, WrongExpectedVersion } from "../ports/stores/event-store.ts";
import type { EngineHooks } from "./event-engine.ts";
import { createMemoryEventStore } from "./event-store.ts";

const silence = new Promise<void>(() => undefined);
const isNew = { expectedVersion: "no-stream" } as const;

/** An event store whose engine works normally, except for the given trouble, once. */
const given = (trouble: EngineHooks) => {
  let onRequest = trouble.onRequest;
  let onAnswer = trouble.onAnswer;
  return createMemoryEventStore({
    timeouts: { append: 20, look: 200, read: 200 },
    hooks: {
      onRequest: async (stream) => {
        const now = onRequest;
        onRequest = undefined;
        await now?.(stream);
      },
      onAnswer: async (stream) => {
        const now = onAnswer;
        onAnswer = undefined;
        await now?.(stream);
      },
    },
  });
};
const broken = () => Promise.reject(new Error("The connection broke."));

/** An append's result or error. */
const outcome = (appending: ReturnType<EventStore["appendToStream"]>) => appending.catch((error: unknown) => error);

describe("An append", () => {
  it.each([
    ["whose connection broke", broken],
    ["that the engine never answered", () => silence],
  ])("%s after it was written returns its version and position", async (_what, onAnswer) => {
    const store = given({ onAnswer });
    const events = someEvents(3);
    const result = await store.appendToStream("a", events, isNew);
    const last = (await store.readStream("a")).at(-1);
    expect(result).toEqual({ version: 2, position: last?.position });
    expect(await store.appendToStream("a", events, isNew)).toEqual(result);
  });

  it.each([
    ["whose connection broke", broken],
    ["that the engine never processed", () => silence],
  ])(
    "%s before it was written fails as unsettled, and is stored once when it is repeated",
    async (_what, onRequest) => {
      const store = given({ onRequest });
      const events = someEvents(2);
      const error = await outcome(store.appendToStream("a", events, isNew));
      expect(error).toBeInstanceOf(AppendUnsettled);
      // Callers treat it like a busy store.
      expect(error).toBeInstanceOf(StoreBusy);
      expect(await store.readStream("a")).toEqual([]);
      expect(await store.appendToStream("a", events, isNew)).toMatchObject({ version: 1 });
      expect(idsOf(await store.readStream("a"))).toEqual(idsOf(events));
    },
  );

  it("is stored once if it arrives after being given up, and repeats return the same position", async () => {
    const late = Promise.withResolvers<void>();
    const store = given({ onRequest: () => late.promise });
    const events = someEvents(2);
    expect(await outcome(store.appendToStream("a", events, isNew))).toBeInstanceOf(AppendUnsettled);
    late.resolve();
    const result = await store.appendToStream("a", events, isNew);
    expect(result.version).toBe(1);
    expect(await store.appendToStream("a", events, isNew)).toEqual(result);
    expect(idsOf(await store.readStream("a"))).toEqual(idsOf(events));
  });

  it("is refused if another event has its version when it arrives", async () => {
    const late = Promise.withResolvers<void>();
    const store = given({ onRequest: () => late.promise });
    const [mine, other] = [anEvent(), anEvent()];
    expect(await outcome(store.appendToStream("a", [mine], isNew))).toBeInstanceOf(AppendUnsettled);
    await store.appendToStream("a", [other], isNew);
    late.resolve();
    expect(await outcome(store.appendToStream("a", [mine], isNew))).toBeInstanceOf(WrongExpectedVersion);
    expect(idsOf(await store.readStream("a"))).toEqual([other.id]);
  });

  it("is a conflict if it got no answer, and another event has its version", async () => {
    const [mine, other] = [anEvent(), anEvent()];
    const store: EventStore = given({
      onRequest: async () => {
        await store.appendToStream("a", [other], isNew);
        throw new Error("The connection broke.");
      },
    });
    expect(await outcome(store.appendToStream("a", [mine], isNew))).toMatchObject({
      name: "WrongExpectedVersion",
      actual: 0,
    });
  });
});

it.each([
  ["a stream", (store: EventStore) => store.readStream("a")],
  ["all events", (store: EventStore) => store.readAll({ limit: 1 })],
  ["the newest position", (store: EventStore) => store.headPosition()],
  ["the event at a position", (store: EventStore) => store.findEventId("m1")],
  ["the result of an append without an answer", (store: EventStore) => store.appendToStream("a", [anEvent()], isNew)],
])("A request for %s that the engine never answers fails as one to retry", async (_what, ask) => {
  const store = createMemoryEventStore({
    timeouts: { append: 20, look: 20, read: 20 },
    hooks: { onAnswer: broken, onRead: () => silence },
  });
  await expect(ask(store)).rejects.toThrow(StoreBusy);
});

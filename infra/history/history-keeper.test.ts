import { beforeEach, describe, expect, it } from "vitest";
import { createFakeClock } from "../memory/clock.ts";
import { createMemoryEventStore } from "../memory/event-store.ts";
import { createMemoryReadStore } from "../memory/read-store.ts";
import { createMemoryStateStore } from "../memory/state-store.ts";
import type { EventStore } from "../ports/stores/event-store.ts";
import { HistoryDiffers } from "../ports/stores/history.ts";
import type { StateStore } from "../ports/stores/state-store.ts";
import { createHistoryKeeper } from "./history-keeper.ts";
import { type History, historyKey } from "./marks.ts";

const clock = createFakeClock("2026-11-20T12:00:00.000Z");
const readStore = createMemoryReadStore();
let stateStore: StateStore;
beforeEach(() => {
  stateStore = createMemoryStateStore(clock);
});

const keeperOf = (eventStore: EventStore, state = stateStore) =>
  createHistoryKeeper({ eventStore, stateStore: state, readStore, now: () => clock.wall() });

const write = async (eventStore: EventStore, stream: string, ids: readonly string[]) => {
  for (const [n, id] of ids.entries())
    await eventStore.appendToStream(stream, [{ id, type: "Happened", data: {}, metadata: {} }], {
      expectedVersion: n === 0 ? "no-stream" : n - 1,
    });
};

/** Records the history of an event store that is lost afterwards. */
const given = async (ids: readonly string[]) => {
  const eventStore = createMemoryEventStore({ storeId: "first" });
  const keeper = keeperOf(eventStore);
  await keeper.check();
  await write(keeper.eventStore, "a", ids);
  await keeper.close();
};

describe("the history of an event store", () => {
  it("is recorded with the newest event when the process ends, and matches at the next start", async () => {
    const eventStore = createMemoryEventStore();
    const keeper = keeperOf(eventStore);
    await keeper.check();
    await write(keeper.eventStore, "a", ["e1", "e2"]);
    await keeper.close();
    const history = (await stateStore.get<History>(historyKey))?.value;
    expect(history?.marks.at(-1)).toMatchObject({ eventId: "e2" });
    await keeperOf(eventStore).check();
  });

  it("is recorded while the process runs", async () => {
    const keeper = keeperOf(createMemoryEventStore());
    await write(keeper.eventStore, "a", ["e1"]);
    await expect.poll(async () => (await stateStore.get<History>(historyKey))?.value.marks.at(-1)?.eventId).toBe("e1");
  });

  it("doesn't match an event store that lost its newest events, even if it has grown since", async () => {
    await given(["e1", "e2", "e3"]);
    const older = createMemoryEventStore({ storeId: "first" });
    await write(older, "a", ["e1"]);
    await expect(keeperOf(older).check()).rejects.toThrow(/know more events.*npm run repair/);
    await write(
      older,
      "b",
      Array.from({ length: 40 }, (_, n) => `other-${n}`),
    );
    await expect(keeperOf(older).check()).rejects.toThrow(HistoryDiffers);
  });

  it("doesn't match another event store", async () => {
    await given(["e1"]);
    await expect(keeperOf(createMemoryEventStore()).check()).rejects.toThrow(/belong to another event store/);
  });

  it("isn't started by a new state store next to existing events, and nothing can be appended there", async () => {
    const eventStore = createMemoryEventStore();
    await write(eventStore, "a", ["e1"]);
    const keeper = keeperOf(eventStore);
    await expect(keeper.check()).rejects.toThrow(/knows nothing of them/);
    await expect(write(keeper.eventStore, "b", ["e2"])).rejects.toThrow(HistoryDiffers);
    expect(await eventStore.readStream("b")).toEqual([]);
  });

  it("is checked against the read models that are named", async () => {
    const eventStore = createMemoryEventStore();
    const keeper = keeperOf(eventStore);
    await write(keeper.eventStore, "a", ["e1"]);
    const position = (await eventStore.headPosition()) ?? "";
    await readStore.writeCheckpoint("lists", { storeId: eventStore.storeId, position, eventId: "another" });
    await keeper.check();
    await expect(keeper.check(["lists"])).rejects.toThrow(/The read models of lists know other events/);
  });
});

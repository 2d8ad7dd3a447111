import { expect, it } from "vitest";
import { createFakeClock } from "../memory/clock.ts";
import { createMemoryStateStore } from "../memory/state-store.ts";
import type { MessageBus } from "../ports/message-bus.ts";
import type { RecordedEvent } from "../ports/stores/event-store.ts";
import { skipFollowedEvents } from "./skip-followed-events.ts";

const at = (position: string): RecordedEvent => ({
  id: `e${position}`,
  type: "Happened",
  data: {},
  metadata: {},
  stream: "a",
  version: 0,
  position,
});

/** Delivers these batches, like a broker added later, which delivers everything. */
const busOf = (...batches: RecordedEvent[][]): MessageBus => ({
  subscribe: async (_options, handleBatch) => {
    for (const batch of batches) await handleBatch(batch);
  },
});

const heard = async (group: string, storeId: string) => {
  const stateStore = createMemoryStateStore(createFakeClock());
  await stateStore.put("bus:mails", { storeId: "mine", position: "2", eventId: "e2" });
  const bus = skipFollowedEvents(busOf([at("1"), at("2")], [at("2"), at("3")], [at("4")]), { stateStore, storeId });
  const batches: string[][] = [];
  await bus.subscribe(
    { group, types: ["Happened"] },
    async (events) => void batches.push(events.map(({ position }) => position)),
    new AbortController().signal,
  );
  return batches;
};

it("A group isn't given events again that it handled while it followed the event store", async () => {
  expect(await heard("mails", "mine")).toEqual([["3"], ["4"]]);
});

it("A group that never followed this event store is given all events", async () => {
  const everything = [["1", "2"], ["2", "3"], ["4"]];
  expect(await heard("exports", "mine")).toEqual(everything);
  expect(await heard("mails", "another")).toEqual(everything);
});

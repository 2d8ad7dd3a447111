import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EventStore, RecordedEvent } from "#infra/ports/stores/event-store.ts";
import { fromPosition } from "#infra/sqlite/events/event-rows.ts";
import { until } from "../support/until.ts";
import type { Adapter, Opened } from "./support/adapters.ts";
import { anEvent, idsOf, someEvents } from "./support/events.ts";

/** Guarantees of the embedded store beyond the port, their users, and the reason why no other engine needs them. */
export const describeEmbedded = (adapter: Adapter<EventStore>): void => {
  describe(`The embedded event store alone (${adapter.name})`, () => {
    let opened: Opened<EventStore>;
    let store: EventStore;
    beforeEach(async () => {
      opened = await adapter.open();
      store = opened.port;
    });
    afterEach(() => opened.close());

    // The repair counts its events. A server has its own events between ours.
    it("contains only our events, and passes only them to a follower", async () => {
      const events = someEvents(5);
      await store.appendToStream("a", events.slice(0, 2), { expectedVersion: "no-stream" });
      await store.appendToStream("b", events.slice(2), { expectedVersion: "no-stream" });
      expect(idsOf(await store.readAll({ limit: 10 }))).toEqual(idsOf(events));
      const stop = new AbortController();
      const heard: RecordedEvent[] = [];
      const following = store.follow({}, async (batch) => void heard.push(...batch), stop.signal);
      await until("all events are received", () => heard.length >= 5, { every: 5 });
      stop.abort();
      await following;
      expect(idsOf(heard)).toEqual(idsOf(events));
    });

    // The repair says by them how many events may be lost. Positions of a server are places in its files.
    it("numbers its events without gaps, even after failed appends", async () => {
      await store.appendToStream("a", someEvents(2), { expectedVersion: "no-stream" });
      await expect(store.appendToStream("a", [anEvent()], { expectedVersion: "no-stream" })).rejects.toThrow();
      await store.appendToStream("b", someEvents(2), { expectedVersion: "no-stream" });
      const numbers = (await store.readAll({ limit: 10 })).map(({ position }) => fromPosition(position));
      expect(numbers).toEqual([1, 2, 3, 4]);
    });

    // Kept histories are compared by it. A server has no id of the data it holds: its adapter keeps one in an event.
    it("has an id before any event", async () => {
      expect(store.storeId).toMatch(/^[0-9a-f-]{36}$/);
      expect(await store.headPosition()).toBeUndefined();
    });
  });
};

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { EventStore, RecordedEvent } from "#infra/ports/stores/event-store.ts";
import { until } from "../support/until.ts";
import type { Adapter, Opened } from "./support/adapters.ts";
import { anEvent, idsOf, ours, readEverything, someEvents } from "./support/events.ts";

export const describeReading = (adapter: Adapter<EventStore>): void => {
  describe(`Reading and following the event store (${adapter.name})`, () => {
    let opened: Opened<EventStore>;
    let store: EventStore;
    let stop: AbortController;
    beforeEach(async () => {
      stop = new AbortController();
      opened = await adapter.open();
      store = opened.port;
    });
    afterEach(async () => {
      stop.abort();
      await opened.close();
    });
    const begin = async (stream: string, count: number): Promise<string[]> => {
      const events = someEvents(count);
      await store.appendToStream(stream, events, { expectedVersion: "no-stream" });
      return idsOf(events);
    };

    it("is empty at first", async () => {
      expect(await store.headPosition()).toBeUndefined();
      expect(await store.readAll({ limit: 10 })).toEqual([]);
      expect(await store.readStream("unknown")).toEqual([]);
    });

    it("has its own id that outlives a restart", async () => {
      const other = await adapter.open();
      const before = store.storeId;
      store = await opened.reopen();
      expect(store.storeId).toBe(before);
      expect(other.port.storeId).not.toBe(before);
      await other.close();
    });

    it("reads a stream from a version, in pages", async () => {
      const ids = await begin("a", 5);
      const page = await store.readStream("a", { fromVersion: 1, limit: 2 });
      expect(idsOf(page)).toEqual(ids.slice(1, 3));
      expect(await store.readStream("a", { fromVersion: 5 })).toEqual([]);
    });

    it("orders the events of all streams as they were appended", async () => {
      const written: string[] = [];
      for (const round of [0, 1, 2, 3]) {
        for (const stream of ["a", "b", "c"]) {
          const event = anEvent();
          await store.appendToStream(stream, [event], { expectedVersion: round === 0 ? "no-stream" : round - 1 });
          written.push(event.id);
        }
      }
      const all = await readEverything(store, 5);
      expect(idsOf(ours(all))).toEqual(written);
      const positions = all.map((event) => event.position);
      expect(positions).toEqual([...new Set(positions)].sort());
      expect(new Set(positions.map((position) => position.length)).size).toBe(1);
      // They go through headers.
      for (const position of positions) expect(position).toMatch(/^[0-9A-Za-z._-]{1,100}$/);
    });

    it("shows the same position in an append's result, its stream and all events", async () => {
      await begin("a", 2);
      const { position } = await store.appendToStream("a", [anEvent()], { expectedVersion: 1 });
      const [inStream] = await store.readStream("a", { fromVersion: 2 });
      const inAll = ours(await readEverything(store, 100)).at(-1);
      expect([inStream?.position, inAll?.position]).toEqual([position, position]);
      const head = await store.headPosition();
      expect(head !== undefined && head >= position).toBe(true);
      expect(await store.readAll({ after: head ?? "", limit: 1 })).toEqual([]);
    });

    it("reads the streams of one category in order, in pages, without names that only share the prefix", async () => {
      const written: string[] = [];
      for (const round of [0, 1, 2])
        for (const stream of ["shop-b", "shop", "shops-a", "shop.a", "shop-a", "shop-", "export-shop-a"]) {
          const event = anEvent();
          await store.appendToStream(stream, [event], { expectedVersion: round === 0 ? "no-stream" : round - 1 });
          if (stream.startsWith("shop-")) written.push(event.id);
        }
      const read: string[] = [];
      for (let after: string | undefined; ; ) {
        const page = await store.readCategory("shop", { limit: 2, ...(after === undefined ? {} : { after }) });
        if (page.length === 0) break;
        expect(page.length).toBeLessThanOrEqual(2);
        read.push(...idsOf(page));
        after = page.at(-1)?.position;
      }
      expect(read).toEqual(written);
      expect(idsOf(await store.readCategory("shop", { limit: 1_000 }))).toEqual(written);
      expect(await store.readCategory("sho", { limit: 10 })).toEqual([]);
    });

    it("finds the event id at a position, even after a restart, and nothing where there is no event", async () => {
      await begin("a", 3);
      const all = await readEverything(store, 100);
      store = await opened.reopen();
      for (const { position, id } of all) expect(await store.findEventId(position)).toBe(id);
      const [first] = all;
      const head = await store.headPosition();
      const last = head ?? "";
      const behind = last.replace(/^(.)./, "$19");
      expect([first === undefined, await store.findEventId(behind), await store.findEventId("none")]).toEqual([
        false,
        undefined,
        undefined,
      ]);
    });

    it("supports a stream of 10,000 events", async () => {
      const ids: string[] = [];
      for (let batch = 0; batch < 20; batch += 1) {
        const events = someEvents(500);
        await store.appendToStream("a", events, { expectedVersion: batch === 0 ? "no-stream" : batch * 500 - 1 });
        ids.push(...idsOf(events));
      }
      expect(await store.readStream("a")).toHaveLength(1_000);
      expect(idsOf(await store.readStream("a", { limit: 20_000 }))).toEqual(ids);
      expect(idsOf(await store.readStream("a", { fromVersion: 9_998 }))).toEqual(ids.slice(9_998));
    });

    it("passes existing and new events to a follower, even those appended by its own process", async () => {
      const expected = [...(await begin("a", 3)), ...(await begin("b", 3))];
      const heard = new Map<string, RecordedEvent>();
      const following = store.follow(
        { batchSize: 2 },
        async (events) => {
          for (const event of ours(events)) heard.set(event.id, event);
        },
        stop.signal,
      );
      for (let round = 0; round < 30; round += 1) {
        const event = anEvent();
        await store.appendToStream("a", [event], { expectedVersion: 2 + round });
        expected.push(event.id);
      }
      await until("all events are received", () => heard.size === expected.length);
      expect([...heard.keys()]).toEqual(expected);
      stop.abort();
      await following;
    });

    it("passes all events of the requested types to a follower, in order, and its position", async () => {
      const wanted: string[] = [];
      for (let n = 0; n < 60; n += 1) {
        const events = [anEvent(), { ...anEvent(), type: "Wanted" }, anEvent()];
        await store.appendToStream(`many-${n % 7}-${n}`, events, { expectedVersion: "no-stream" });
        wanted.push(...idsOf(events.slice(1, 2)));
      }
      const heard = new Set<string>();
      let stands: string | undefined;
      const following = store.follow(
        { batchSize: 7, types: ["Wanted"] },
        async (events) => {
          for (const { id, type } of ours(events)) if (type === "Wanted") heard.add(id);
          stands = events.at(-1)?.position;
        },
        stop.signal,
      );
      const head = await store.headPosition();
      await until("its position is the head", () => stands === head);
      expect([...heard]).toEqual(wanted);
      stop.abort();
      await following;
    });

    it("wakes an idle follower", async () => {
      const heard: string[] = [];
      const following = store.follow({}, async (events) => void heard.push(...idsOf(ours(events))), stop.signal);
      for (const stream of ["a", "b", "c"]) {
        const [id] = await begin(stream, 1);
        await until(`the event of ${stream} is received`, () => id !== undefined && heard.includes(id));
      }
      stop.abort();
      await following;
    });

    it("continues after a restart where it stopped, across several batches", async () => {
      const expected = [...(await begin("a", 120)), ...(await begin("b", 120))];
      const heard: string[] = [];
      let after: string | undefined;
      while (heard.length < expected.length) {
        const session = new AbortController();
        let batches = 0;
        await store.follow(
          after === undefined ? { batchSize: 50 } : { after, batchSize: 50 },
          async (events) => {
            heard.push(...idsOf(ours(events)).filter((id) => !heard.includes(id)));
            after = events.at(-1)?.position;
            batches += 1;
            if (batches === 2 || heard.length === expected.length) session.abort();
          },
          session.signal,
        );
        store = await opened.reopen();
      }
      expect(heard).toEqual(expected);
    });

    it("passes one batch at a time to a follower", async () => {
      await begin("a", 20);
      let inside = 0;
      let seen = 0;
      const following = store.follow(
        { batchSize: 3 },
        async (events) => {
          inside += 1;
          expect(inside).toBe(1);
          await new Promise((resolve) => setImmediate(resolve));
          seen += ours(events).length;
          inside -= 1;
        },
        stop.signal,
      );
      await until("all events are received", () => seen >= 20);
      stop.abort();
      await following;
    });

    it("ends a follower with the error that its handler threw", async () => {
      await begin("a", 1);
      const following = store.follow({}, () => Promise.reject(new Error("the handler's")), stop.signal);
      await expect(following).rejects.toThrow("the handler's");
    });

    it("ends an idle follower when it is stopped, and at once if it is already stopped", async () => {
      const following = store.follow({}, async () => undefined, stop.signal);
      stop.abort();
      await following;
      await begin("a", 1);
      await store.follow({}, () => Promise.reject(new Error("not to be called")), stop.signal);
    });
  });
};

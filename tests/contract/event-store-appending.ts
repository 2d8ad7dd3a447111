import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AppendTooLarge, type EventStore, WrongExpectedVersion } from "#infra/ports/stores/event-store.ts";
import type { Adapter, Opened } from "./support/adapters.ts";
import { anEvent, idsOf, ours, readEverything, someEvents } from "./support/events.ts";

export const describeAppending = (adapter: Adapter<EventStore>): void => {
  describe(`Appending to the event store (${adapter.name})`, () => {
    let opened: Opened<EventStore>;
    let store: EventStore;
    beforeEach(async () => {
      opened = await adapter.open();
      store = opened.port;
    });
    afterEach(() => opened.close());

    it("begins a stream at version 0 and counts on from there", async () => {
      const first = await store.appendToStream("a", someEvents(2), { expectedVersion: "no-stream" });
      const second = await store.appendToStream("a", someEvents(3), { expectedVersion: 1 });
      expect([first.version, second.version]).toEqual([1, 4]);
      const versions = (await store.readStream("a")).map((event) => event.version);
      expect(versions).toEqual([0, 1, 2, 3, 4]);
    });

    it("returns what was written, in any script", async () => {
      const event = anEvent({
        data: { title: "שלום \u0000 𝄞 \n \"'", nested: [{ a: null, b: 1.5, c: [] }], empty: {} },
        metadata: { actor: { kind: "merchant" } },
      });
      const result = await store.appendToStream("a", [event], { expectedVersion: "no-stream" });
      expect(await store.readStream("a")).toEqual([{ ...event, stream: "a", ...result }]);
    });

    it("refuses to begin an existing stream", async () => {
      await store.appendToStream("a", [anEvent()], { expectedVersion: "no-stream" });
      const again = store.appendToStream("a", [anEvent()], { expectedVersion: "no-stream" });
      await expect(again).rejects.toMatchObject({ name: "WrongExpectedVersion", actual: 0, expected: "no-stream" });
    });

    it.each([0, 1, 3, 4])("refuses an append that expects version %d of a stream at 2", async (expectedVersion) => {
      await store.appendToStream("a", someEvents(3), { expectedVersion: "no-stream" });
      const append = store.appendToStream("a", [anEvent()], { expectedVersion });
      await expect(append).rejects.toMatchObject({ stream: "a", expected: expectedVersion, actual: 2 });
      expect(await store.readStream("a")).toHaveLength(3);
    });

    it("refuses an append that expects events in an empty stream", async () => {
      const append = store.appendToStream("a", [anEvent()], { expectedVersion: 0 });
      await expect(append).rejects.toMatchObject({ name: "WrongExpectedVersion", actual: "no-stream" });
    });

    it("lets exactly one of 20 writers win each version", async () => {
      await store.appendToStream("a", [anEvent()], { expectedVersion: "no-stream" });
      for (const expectedVersion of [0, 1, 2]) {
        const writers = someEvents(20).map((event) => store.appendToStream("a", [event], { expectedVersion }));
        const outcomes = await Promise.allSettled(writers);
        expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
        for (const outcome of outcomes) {
          if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(WrongExpectedVersion);
        }
      }
      expect(await store.readStream("a")).toHaveLength(4);
    });

    it("settles each of many simultaneous appends independently of the others", async () => {
      const streams = Array.from({ length: 60 }, (_, n) => `s-${n}`);
      const isWrong = (n: number) => n % 3 === 0;
      const appends = streams.map((stream, n) =>
        store.appendToStream(stream, someEvents(2), { expectedVersion: isWrong(n) ? 0 : "no-stream" }),
      );
      const outcomes = await Promise.allSettled(appends);
      expect(outcomes.map(({ status }) => status)).toEqual(
        streams.map((_, n) => (isWrong(n) ? "rejected" : "fulfilled")),
      );
      const lengths = await Promise.all(streams.map(async (stream) => (await store.readStream(stream)).length));
      expect(lengths).toEqual(streams.map((_, n) => (isWrong(n) ? 0 : 2)));
      const positions = ours(await readEverything(store, 100)).map(({ position }) => position);
      expect(positions).toEqual([...positions].sort());
      expect(new Set(positions).size).toBe(80);
    });

    it("writes all events of a batch or none", async () => {
      await store.appendToStream("a", [anEvent()], { expectedVersion: "no-stream" });
      const first = (await store.readStream("a"))[0];
      const append = store.appendToStream("a", someEvents(4), { expectedVersion: "no-stream" });
      await expect(append).rejects.toBeInstanceOf(WrongExpectedVersion);
      expect(await store.readStream("a")).toEqual([first]);
      expect(ours(await readEverything(store, 10))).toEqual([first]);
    });

    it("answers a repeated append with the first result, even if the stream has grown since", async () => {
      const batch = someEvents(3);
      await store.appendToStream("a", [anEvent()], { expectedVersion: "no-stream" });
      const first = await store.appendToStream("a", batch, { expectedVersion: 0 });
      expect(await store.appendToStream("a", batch, { expectedVersion: 0 })).toEqual(first);
      await store.appendToStream("a", [anEvent()], { expectedVersion: 3 });
      await store.appendToStream("b", [anEvent()], { expectedVersion: "no-stream" });
      expect(await store.appendToStream("a", batch, { expectedVersion: 0 })).toEqual(first);
      expect(await store.readStream("a")).toHaveLength(5);
    });

    it("answers a repeated first append of a stream with the first result, even after a restart", async () => {
      const batch = someEvents(2);
      const first = await store.appendToStream("a", batch, { expectedVersion: "no-stream" });
      store = await opened.reopen();
      expect(await store.appendToStream("a", batch, { expectedVersion: "no-stream" })).toEqual(first);
    });

    it("refuses an append that partly repeats earlier events, or repeats them together with others", async () => {
      // Several streams: an engine may take it now one way, now the other.
      for (const stream of ["a", "b", "c", "d"]) {
        const [one, two, three] = [anEvent(), anEvent(), anEvent()];
        await store.appendToStream(stream, [one, two], { expectedVersion: "no-stream" });
        await store.appendToStream(stream, [three], { expectedVersion: 1 });
        const conflicts = [
          { events: [one], expectedVersion: "no-stream" },
          { events: [one, two, three], expectedVersion: "no-stream" },
          { events: [one, two, three, anEvent()], expectedVersion: "no-stream" },
          { events: [two, one], expectedVersion: "no-stream" },
          { events: [two, anEvent()], expectedVersion: "no-stream" },
          { events: [two], expectedVersion: 0 },
          { events: [two, three], expectedVersion: 0 },
          { events: [one, two], expectedVersion: 0 },
          { events: [three, anEvent()], expectedVersion: 1 },
        ] as const;
        for (const { events, expectedVersion } of conflicts) {
          const append = store.appendToStream(stream, events, { expectedVersion });
          await expect(append).rejects.toBeInstanceOf(WrongExpectedVersion);
        }
        expect(idsOf(await store.readStream(stream))).toEqual([one, two, three].map(({ id }) => id));
      }
    });

    it("refuses the same ids at the same position with different contents, and writes nothing", async () => {
      for (const stream of ["a", "b", "c", "d"]) {
        const [one, two] = [anEvent(), anEvent()];
        await store.appendToStream(stream, [one, two], { expectedVersion: "no-stream" });
        const others = [
          [one, { ...two, data: { n: -1 } }],
          [{ ...one, metadata: { tenant: "t2" } }, two],
          [{ ...one, type: "OtherHappened" }, two],
        ];
        for (const events of others) {
          const append = store.appendToStream(stream, events, { expectedVersion: "no-stream" });
          await expect(append).rejects.toBeInstanceOf(WrongExpectedVersion);
        }
        expect((await store.readStream(stream)).map(({ type, data, metadata }) => ({ type, data, metadata }))).toEqual(
          [one, two].map(({ type, data, metadata }) => ({ type, data, metadata })),
        );
      }
    });

    it("accepts ids used earlier in the stream or in another stream", async () => {
      const [one, two] = [anEvent(), anEvent()];
      await store.appendToStream("a", [one, two], { expectedVersion: "no-stream" });
      await store.appendToStream("b", [one], { expectedVersion: "no-stream" });
      const again = await store.appendToStream("a", [one, two], { expectedVersion: 1 });
      expect(again.version).toBe(3);
      expect(await store.appendToStream("a", [one, two], { expectedVersion: 1 })).toEqual(again);
      expect(idsOf(await store.readStream("a"))).toEqual([one, two, one, two].map(({ id }) => id));
      expect(idsOf(await store.readStream("b"))).toEqual([one.id]);
    });

    it("refuses a repeated id within one append", async () => {
      const [one, two] = [anEvent(), anEvent()];
      const append = store.appendToStream("a", [one, two, { ...one }], { expectedVersion: "no-stream" });
      await expect(append).rejects.toThrow(RangeError);
      expect(await store.readStream("a")).toEqual([]);
    });

    it("accepts at most 500 events at once", async () => {
      const tooMany = store.appendToStream("a", someEvents(501), { expectedVersion: "no-stream" });
      await expect(tooMany).rejects.toBeInstanceOf(AppendTooLarge);
      const result = await store.appendToStream("a", someEvents(500), { expectedVersion: "no-stream" });
      expect(result.version).toBe(499);
    });

    it("accepts at most 900 kB at once, counted in bytes", async () => {
      const big = (letters: number) => anEvent({ data: { text: "é".repeat(letters) }, metadata: {} });
      const append = store.appendToStream("a", [big(225_000), big(225_000)], { expectedVersion: "no-stream" });
      await expect(append).rejects.toBeInstanceOf(AppendTooLarge);
      await store.appendToStream("a", [big(224_000), big(224_000)], { expectedVersion: "no-stream" });
      expect(await store.readStream("a")).toHaveLength(2);
    });

    it("accepts 500 events of 900 kB with types of 64 characters, and refuses longer types", async () => {
      const typed = (length: number) =>
        Array.from({ length: 500 }, () =>
          anEvent({ type: "T".repeat(length), data: { text: "x".repeat(1_780) }, metadata: {} }),
        );
      const result = await store.appendToStream("a", typed(64), { expectedVersion: "no-stream" });
      expect(result.version).toBe(499);
      await expect(store.appendToStream("b", typed(65), { expectedVersion: "no-stream" })).rejects.toThrow(RangeError);
    });

    it.each([
      ["no events", "a", 0, "no-stream"],
      ["an empty stream name", "", 1, "no-stream"],
      ["a negative version", "a", 1, -1],
      ["a fractional version", "a", 1, 0.5],
    ] as const)("refuses %s", async (_what, stream, count, expectedVersion) => {
      await expect(store.appendToStream(stream, someEvents(count), { expectedVersion })).rejects.toThrow(RangeError);
    });

    it("refuses names with a NUL, and accepts texts with one", async () => {
      const options = { expectedVersion: "no-stream" } as const;
      for (const [stream, event] of [
        ["a\0b", anEvent()],
        ["a", anEvent({ type: "Some\0thing" })],
        ["a", anEvent({ id: "one\0" })],
      ] as const)
        await expect(store.appendToStream(stream, [event], options)).rejects.toThrow(/NUL/);
      await store.appendToStream("a", [anEvent({ data: { text: "a\0b" } })], options);
      expect((await store.readStream("a")).map(({ data }) => data)).toEqual([{ text: "a\0b" }]);
    });

    it("refuses stream names and types reserved for the engine", async () => {
      const options = { expectedVersion: "no-stream" } as const;
      await expect(store.appendToStream("$a", [anEvent()], options)).rejects.toThrow(/own/);
      await expect(store.appendToStream("a", [anEvent({ type: "$type" })], options)).rejects.toThrow(/own/);
    });
  });
};

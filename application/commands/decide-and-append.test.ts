import { describe, expect, it } from "vitest";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import type { EventStore } from "#infra/ports/stores/event-store.ts";
import { adapters, done, label, once, request, shelfDecider, useShelf } from "#tests/support/shelf.ts";

describe.each(Object.entries(adapters))("concurrent commands on one stream, on the %s store", (_name, open) => {
  const shelf = useShelf(open);
  const { runner } = shelf;

  /** Counts the events of each append. */
  const counted = () => {
    const appends: number[] = [];
    const eventStore: EventStore = {
      ...shelf.stores.eventStore,
      appendToStream: (stream, events, options) => {
        appends.push(events.length);
        return shelf.stores.eventStore.appendToStream(stream, events, options);
      },
    };
    return { appends, eventStore };
  };
  const stored = async () => (await shelf.stores.eventStore.readStream("shelf-1")).map(({ data }) => data);

  it("are appended together, each decided on the state after the previous one, each with its own outcome", async () => {
    const { appends, eventStore } = counted();
    const one = runner({ eventStore });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        one.execute(shelfDecider, "1", n === 7 ? once("seven", 7) : label(`l${n}`), request({ commandId: `c-${n}` })),
      ),
    );
    expect(appends.length).toBeLessThan(5);
    for (const [n, answer] of answers.entries()) {
      if (n === 7) {
        expect(answer).toMatchObject({ refused: true, message: "The shelf is full." });
        continue;
      }
      const { state, version, events, position } = done(answer);
      expect([version, state.labels.length, events.length]).toEqual(n < 7 ? [n, n + 1, 1] : [n - 1, n, 1]);
      expect(state.labels.at(-1)).toBe(`l${n}`);
      expect(position).toMatch(/./);
    }
    // A repeat in another process knows each that left events.
    for (const [n, answer] of answers.entries()) {
      if (isRefusal(answer)) continue;
      const again = await runner().execute(shelfDecider, "1", label("x"), request({ commandId: `c-${n}` }));
      expect(done(again)).toMatchObject({ version: answer.version, repeated: true, events: answer.events });
    }
    expect((await runner().load(shelfDecider, "1")).version).toBe(18);
  });

  it("are answered once their events are stored", async () => {
    const one = runner();
    await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const { events } = done(await one.execute(shelfDecider, "1", label(`l${n}`), request()));
        expect(await stored()).toContainEqual(events[0]?.data);
      }),
    );
  });

  it("run once if two of them are the same", async () => {
    const one = runner();
    const [, first, second] = await Promise.all(
      ["a", "b", "b"].map((id) => one.execute(shelfDecider, "1", label(id), request({ commandId: id }))),
    );
    expect(done(first as Refusal).repeated).toBe(false);
    expect(done(second as Refusal)).toEqual({ ...done(first as Refusal), repeated: true });
    expect((await one.load(shelfDecider, "1")).state.labels).toEqual(["a", "b"]);
  });

  it("fail alone if their rules throw", async () => {
    const one = runner();
    const fault = () => {
      throw new Error("a fault of ours");
    };
    const outcomes = await Promise.allSettled(
      [label("a"), label("b"), fault, label("c")].map((command) => one.execute(shelfDecider, "1", command, request())),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
    expect((await one.load(shelfDecider, "1")).state.labels).toEqual(["a", "b", "c"]);
  });

  it("are split into batches if they exceed the limit, and only an oversized command is rejected", async () => {
    const { appends, eventStore } = counted();
    const one = runner({ eventStore });
    const many = (length: number) => label(...Array.from({ length }, () => "x"));
    const large = (size: number) => label("y".repeat(size));
    const outcomes = await Promise.allSettled(
      [many(1), many(300), many(300), large(600_000), large(600_000), large(1_000_000), many(1)].map((command) =>
        one.execute(shelfDecider, "1", command, request()),
      ),
    );
    expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual([true, true, true, true, true, false, true]);
    expect((await one.load(shelfDecider, "1")).version).toBe(603);
    expect(Math.max(...appends)).toBeLessThanOrEqual(500);
  });

  it("are decided again together if another process was faster", async () => {
    const rival = runner();
    let calls = 0;
    const eventStore: EventStore = {
      ...shelf.stores.eventStore,
      appendToStream: async (stream, events, options) => {
        if (calls++ < 2) await rival.execute(shelfDecider, "1", label("rival"), request());
        return shelf.stores.eventStore.appendToStream(stream, events, options);
      },
    };
    const one = runner({ eventStore });
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        one.execute(shelfDecider, "1", once(`l${n}`, 6), request({ commandId: `c-${n}` })),
      ),
    );
    expect(answers.filter(isRefusal)).toHaveLength(2);
    expect((await runner().load(shelfDecider, "1")).state.labels).toHaveLength(6);
  });
});

import { describe, expect, it } from "vitest";
import { isRefusal, refuse } from "#domain/core/decider.ts";
import { hourMs } from "#domain/retention/retention.ts";
import { createFakeIds } from "#infra/memory/ids.ts";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import { type EventStore, WrongExpectedVersion } from "#infra/ports/stores/event-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import {
  adapters,
  clear,
  done,
  label,
  once,
  request,
  shelfDecider,
  upcasters,
  useShelf,
} from "#tests/support/shelf.ts";
import { deriveEventId } from "../text/derive-id.ts";
import { createCommandRunner } from "./command-runner.ts";

describe.each(Object.entries(adapters))("commands on the %s store", (_name, open) => {
  const shelf = useShelf(open);
  const { runner, clock } = shelf;

  it("append the decided events and return the new state, version and position", async () => {
    const answer = done(await runner().execute(shelfDecider, "1", label("a", "b"), request()));
    expect(answer).toMatchObject({ version: 1, repeated: false, state: { labels: ["a", "b"] } });
    const events = await shelf.stores.eventStore.readStream("shelf-1");
    expect(answer.position).toBe(events.at(-1)?.position);
    expect(await runner().load(shelfDecider, "1")).toEqual({
      state: answer.state,
      version: answer.version,
      position: answer.position,
    });
  });

  it("record the author, time, reason and schema of each event", async () => {
    const actor = { kind: "support", agent: "a", impersonation: "i" } as const;
    await runner().execute(shelfDecider, "1", label("a"), request({ actor, commandId: "c-1" }));
    const [event] = await shelf.stores.eventStore.readStream("shelf-1");
    expect(event?.metadata).toEqual({
      schema: 2,
      correlation: "request-1",
      causation: "c-1",
      actor,
      tenant: "t",
      instant: clock.now().toISOString(),
    });
  });

  it("return version -1 and no position for an empty stream", async () => {
    expect(await runner().load(shelfDecider, "none")).toEqual({
      state: shelfDecider.initialState,
      version: -1,
      position: undefined,
    });
    const nothing = done(await runner().execute(shelfDecider, "none", clear, request()));
    expect(nothing).toMatchObject({ events: [], version: -1, position: undefined });
  });

  it("see what another process has appended", async () => {
    const [one, other] = [runner(), runner()];
    await one.execute(shelfDecider, "1", label("a"), request());
    await other.execute(shelfDecider, "1", label("b"), request());
    expect((await one.load(shelfDecider, "1")).state.labels).toEqual(["a", "b"]);
  });

  it("take effect exactly once each when twenty arrive at the same time in two processes", async () => {
    const both = [runner(), runner()];
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        both[n % 2]?.execute(shelfDecider, "1", label(`l${n}`), request({ commandId: `c-${n}` })),
      ),
    );
    const { state, version } = await runner().load(shelfDecider, "1");
    expect(version).toBe(19);
    expect([...state.labels].sort()).toEqual(Array.from({ length: 20 }, (_, n) => `l${n}`).sort());
  });

  it("enforce a limit when many processes compete for the last permit", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => runner().execute(shelfDecider, "1", once(`l${n}`, 3), request())),
    );
    expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(3);
  });

  it("return the first result to a repeat, even after other commands and in another process", async () => {
    const first = done(await runner().execute(shelfDecider, "1", label("a", "b"), request({ commandId: "c" })));
    await runner().execute(shelfDecider, "1", label("z"), request());
    const again = done(await runner().execute(shelfDecider, "1", label("something else"), request({ commandId: "c" })));
    expect(again).toEqual({ ...first, repeated: true });
    expect(await shelf.stores.eventStore.readStream("shelf-1")).toHaveLength(3);
  });

  it("return the first result to a repeat that would now be refused or change nothing", async () => {
    const filling = done(await runner().execute(shelfDecider, "1", once("a", 1), request({ commandId: "fill" })));
    const refilled = await runner().execute(shelfDecider, "1", once("a", 1), request({ commandId: "fill" }));
    expect(refilled).toEqual({ ...filling, repeated: true });
    const cleared = done(await runner().execute(shelfDecider, "1", clear, request({ commandId: "clear" })));
    expect(cleared.events).toHaveLength(1);
    const again = await runner().execute(shelfDecider, "1", clear, request({ commandId: "clear" }));
    expect(again).toEqual({ ...cleared, repeated: true });
  });

  it("recognize a repeat of a command from over a thousand events ago", async () => {
    const long = runner();
    const first = done(await long.execute(shelfDecider, "1", label("a"), request({ commandId: "c" })));
    for (let n = 0; n < 5; n++)
      await long.execute(shelfDecider, "1", label(...Array.from({ length: 450 }, () => "x")), request());
    for (const process of [long, runner()]) {
      const again = done(await process.execute(shelfDecider, "1", label("a"), request({ commandId: "c" })));
      expect(again).toEqual({ ...first, repeated: true });
    }
    expect((await long.load(shelfDecider, "1")).version).toBe(2_250);
  });

  describe("whose process was killed", () => {
    const appendOtherEvents = async (events: number) => {
      const one = runner();
      for (let from = 0; from < events; from += 400)
        await one.execute(
          shelfDecider,
          "1",
          label(...Array.from({ length: Math.min(400, events - from) }, () => "x")),
          request(),
        );
    };
    const killed = new Error("killed");

    it("run only once if it was killed after the append, however late the repeat comes", async () => {
      await appendOtherEvents(3);
      const dying: EventStore = {
        ...shelf.stores.eventStore,
        appendToStream: async (stream, events, options) => {
          await shelf.stores.eventStore.appendToStream(stream, events, options);
          throw killed;
        },
      };
      const command = request({ commandId: "c" });
      await expect(runner({ eventStore: dying }).execute(shelfDecider, "1", label("a", "b"), command)).rejects.toBe(
        killed,
      );
      await appendOtherEvents(2_000);
      const again = done(await runner().execute(shelfDecider, "1", label("a", "b"), command));
      expect(again).toMatchObject({ version: 4, repeated: true });
      expect(again.events.map((event) => "label" in event.data && event.data.label)).toEqual(["a", "b"]);
      expect((await runner().load(shelfDecider, "1")).version).toBe(2_004);
    });

    it("run once on a repeat if it was killed before the append, on the current state", async () => {
      const dying: EventStore = {
        ...shelf.stores.eventStore,
        appendToStream: async () => {
          throw killed;
        },
      };
      const command = request({ commandId: "c" });
      await expect(runner({ eventStore: dying }).execute(shelfDecider, "1", label("a"), command)).rejects.toBe(killed);
      await appendOtherEvents(1);
      expect(done(await runner().execute(shelfDecider, "1", label("a"), command))).toMatchObject({
        version: 1,
        repeated: false,
      });
      expect(done(await runner().execute(shelfDecider, "1", label("a"), command))).toMatchObject({
        version: 1,
        repeated: true,
      });
    });
  });

  it("with the same id but different content, decided by two processes at the same time, run as the first one", async () => {
    const eventStore: EventStore = {
      ...shelf.stores.eventStore,
      appendToStream: async (...append) => {
        await runner().execute(shelfDecider, "1", label("first"), request({ commandId: "c" }));
        return shelf.stores.eventStore.appendToStream(...append);
      },
    };
    const slower = runner({ eventStore });
    const answer = done(await slower.execute(shelfDecider, "1", label("second"), request({ commandId: "c" })));
    expect(answer).toMatchObject({ repeated: true, version: 0, state: { labels: ["first"] } });
    expect((await slower.load(shelfDecider, "1")).state.labels).toEqual(["first"]);
  });

  it("count as new when repeated more than a day later, and get new ids", async () => {
    const command = request({ commandId: "c" });
    const first = done(await runner().execute(shelfDecider, "1", label("a"), command));
    for (let n = 0; n < 4; n++) {
      await runner().execute(shelfDecider, "1", label(...Array.from({ length: 400 }, () => "x")), request());
      if (n === 1) shelf.clock.advance(26 * hourMs);
    }
    const later = done(await runner().execute(shelfDecider, "1", label("a"), command));
    expect(later).toMatchObject({ version: 1_601, repeated: false });
    expect(later.events).not.toEqual(first.events);
  });

  it("are decided again on a repeat if they left no events", async () => {
    expect(done(await runner().execute(shelfDecider, "1", clear, request({ commandId: "c" }))).events).toEqual([]);
    await runner().execute(shelfDecider, "1", label("a"), request());
    const again = done(await runner().execute(shelfDecider, "1", clear, request({ commandId: "c" })));
    expect(again).toMatchObject({ version: 1, repeated: false });
    expect(done(await runner().execute(shelfDecider, "1", clear, request({ commandId: "c" })))).toEqual({
      ...again,
      repeated: true,
    });
  });

  it("may succeed on a repeat after a refusal, and write nothing to the state store", async () => {
    const puts: string[] = [];
    const stateStore: StateStore = {
      ...shelf.stores.stateStore,
      put: (key, value, options) => {
        puts.push(key);
        return shelf.stores.stateStore.put(key, value, options);
      },
    };
    const one = runner({ stateStore });
    expect(isRefusal(await one.execute(shelfDecider, "1", once("a", 0), request({ commandId: "c" })))).toBe(true);
    expect(done(await one.execute(shelfDecider, "1", once("a", 9), request({ commandId: "c" }))).version).toBe(0);
    expect(puts).toEqual([]);
  });

  it("are not refused based on a state that another process has changed since it was read", async () => {
    let reads = 0;
    const eventStore: EventStore = {
      ...shelf.stores.eventStore,
      readStream: async (...args) => {
        const events = await shelf.stores.eventStore.readStream(...args);
        // The answer of the first read is slow: meanwhile the same command takes effect elsewhere.
        if (reads++ === 0) await runner().execute(shelfDecider, "1", label("a"), request({ commandId: "c" }));
        return events;
      },
    };
    const answer = await runner({ eventStore }).execute(shelfDecider, "1", once("a", 0), request({ commandId: "c" }));
    expect(answer).toMatchObject({ version: 0, repeated: true });
  });

  it.each([
    ["a refusal", { refusal: refuse("rule", "The shelf is full.") }, { refused: true, message: "The shelf is full." }],
    ["no change", { version: 0 }, { version: 0, events: [], repeated: true, state: { labels: ["a"] } }],
    ["missing events", { first: 7 }, { version: 1, repeated: false }],
  ])("repeated within a day return %s that an earlier version of Sheaf recorded", async (_what, note, answer) => {
    await runner().execute(shelfDecider, "1", label("a"), request());
    await shelf.stores.stateStore.put(`command:${deriveEventId("shelf-1", "c", 0)}`, note);
    const one = runner();
    expect(await one.execute(shelfDecider, "1", label("b"), request({ commandId: "c" }))).toMatchObject(answer);
    shelf.clock.advance(25 * hourMs);
    const next = await one.execute(shelfDecider, "1", label("c"), request({ commandId: "c" }));
    if (!("first" in note)) expect(next).toMatchObject({ version: 1, repeated: false });
  });

  it("derive the ids of new items from the command and the stream", async () => {
    const command = { commandId: "c" };
    const first = done(await runner().execute(shelfDecider, "1", label("a", "b"), request(command)));
    const elsewhere = done(await runner().execute(shelfDecider, "2", label("a", "b"), request(command)));
    const ids = [...first.events, ...elsewhere.events].map((event) => ("id" in event.data ? event.data.id : ""));
    expect(new Set(ids).size).toBe(4);
  });

  it("are decided again on a fresh read if another process was faster", async () => {
    const rival = runner();
    let calls = 0;
    const eventStore: EventStore = {
      ...shelf.stores.eventStore,
      appendToStream: async (stream, events, options) => {
        if (calls++ === 0) await rival.execute(shelfDecider, "1", label("rival"), request());
        return shelf.stores.eventStore.appendToStream(stream, events, options);
      },
    };
    const seen: number[] = [];
    const answer = done(
      await runner({ eventStore }).execute(
        shelfDecider,
        "1",
        (context, state) => {
          seen.push(state.labels.length);
          return label("ours")(context);
        },
        request(),
      ),
    );
    expect(seen).toEqual([0, 1]);
    expect(answer.state.labels).toEqual(["rival", "ours"]);
  });

  it("recognize their own events if the append's result was lost", async () => {
    let calls = 0;
    const eventStore: EventStore = {
      ...shelf.stores.eventStore,
      appendToStream: async (stream, events, options) => {
        const result = await shelf.stores.eventStore.appendToStream(stream, events, options);
        if (calls++ === 0) throw new WrongExpectedVersion(stream, options.expectedVersion, result.version);
        return result;
      },
    };
    const answer = done(await runner({ eventStore }).execute(shelfDecider, "1", label("a"), request()));
    expect(answer).toMatchObject({ version: 0, state: { labels: ["a"] } });
    expect(await shelf.stores.eventStore.readStream("shelf-1")).toHaveLength(1);
  });

  it("fail as busy if other processes are faster for two seconds", async () => {
    let passed = 0;
    const impatient = createCommandRunner({
      eventStore: {
        ...shelf.stores.eventStore,
        appendToStream: async (stream, _events, { expectedVersion }) => {
          passed += 500;
          throw new WrongExpectedVersion(stream, expectedVersion, 99);
        },
      },
      stateStore: shelf.stores.stateStore,
      clock: { ...clock, steady: () => passed },
      ids: createFakeIds(),
      upcasters,
    });
    await expect(impatient.execute(shelfDecider, "1", label("a"), request())).rejects.toThrow(StoreBusy);
    expect(passed).toBeLessThanOrEqual(2_500);
  });

  it("continue with the queue after one fails", async () => {
    const one = runner();
    const failing = one.execute(
      shelfDecider,
      "1",
      () => {
        throw new Error("broken command");
      },
      request(),
    );
    const next = one.execute(shelfDecider, "1", label("a"), request());
    await expect(failing).rejects.toThrow("broken command");
    expect(done(await next).version).toBe(0);
  });

  it("rebuild the state of an earlier version", async () => {
    const one = runner();
    for (const text of ["a", "b", "c"]) await one.execute(shelfDecider, "1", label(text), request());
    for (const process of [one, runner()]) {
      expect((await process.loadAt(shelfDecider, "1", 1)).state.labels).toEqual(["a", "b"]);
      expect((await process.loadAt(shelfDecider, "1", -1)).state.labels).toEqual([]);
      expect(await process.loadAt(shelfDecider, "1", 7)).toMatchObject({ version: 2 });
    }
  });

  it("read an old event through its upcaster", async () => {
    const metadata = { ...request(), schema: 1, causation: "c", instant: "2020-01-01T00:00:00.000Z" };
    await shelf.stores.eventStore.appendToStream(
      "shelf-1",
      [{ id: "old", type: "Labelled", data: { id: "x", label: "ancient" }, metadata }] as never,
      { expectedVersion: "no-stream" },
    );
    expect((await runner().load(shelfDecider, "1")).state).toEqual({
      labels: ["ancient"],
      last: "somebody 2020-01-01T00:00:00.000Z",
    });
  });
});

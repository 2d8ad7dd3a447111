import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Decider, isRefusal, type Refusal, refuse } from "#domain/core/decider.ts";
import type { CommandContext, DomainEvent } from "#domain/core/message.ts";
import { createUpcasters } from "#domain/core/upcasters.ts";
import { createFakeClock } from "../memory/clock.ts";
import { createMemoryEventStore } from "../memory/event-store.ts";
import { createFakeIds } from "../memory/ids.ts";
import { createMemoryStateStore } from "../memory/state-store.ts";
import { StoreBusy } from "../ports/busy.ts";
import { type EventStore, WrongExpectedVersion } from "../ports/event-store.ts";
import type { StateStore } from "../ports/state-store.ts";
import { createSqliteEventStore } from "../sqlite/event-store.ts";
import { openStateDatabase } from "../sqlite/state-database.ts";
import { createSqliteStateStore } from "../sqlite/state-store.ts";
import { createSystemClock } from "../system/clock.ts";
import { createCommandRunner } from "./command-runner.ts";
import type { CommandRequest, CommandResult } from "./command-runner-types.ts";

/** A shelf of labelled things: enough to see everything that a runner does. */
type ShelfEvent = DomainEvent<"Labelled", { id: string; label: string; by: string }> | DomainEvent<"Cleared", object>;
type Shelf = { labels: string[]; last: string };
type ShelfCommand = { context: CommandContext } & (
  | { type: "Label"; labels: string[] }
  | { type: "Clear" }
  | { type: "LabelOnce"; label: string; most: number }
);
const shelfDecider: Decider<ShelfCommand, ShelfEvent, Shelf> = {
  category: "shelf",
  stateSchema: 1,
  initialState: { labels: [], last: "" },
  decide: (command, state) => {
    if (command.type === "Clear") return state.labels.length === 0 ? [] : [{ type: "Cleared", data: {} }];
    if (command.type === "LabelOnce" && state.labels.length >= command.most)
      return refuse("rule", "The shelf is full.");
    const labels = command.type === "Label" ? command.labels : [command.label];
    return labels.map((label, n) => ({ type: "Labelled", data: { id: command.context.newId(n), label, by: "us" } }));
  },
  evolve: (state, event, metadata) =>
    event.type === "Cleared"
      ? { labels: [], last: "" }
      : { labels: [...state.labels.slice(-99), event.data.label], last: `${event.data.by} ${metadata.instant}` },
};
const upcasters = createUpcasters({ Labelled: 2, Cleared: 1 }, [
  { type: "Labelled", from: 1, upcast: (data) => ({ ...(data as object), by: "somebody" }) },
]);
const request = (changes: Partial<CommandRequest> = {}): CommandRequest => ({
  tenant: "t",
  actor: { kind: "merchant" },
  correlation: "request-1",
  ...changes,
});
const label =
  (...labels: string[]) =>
  (context: CommandContext): ShelfCommand => ({ type: "Label", labels, context });
const once =
  (text: string, most: number) =>
  (context: CommandContext): ShelfCommand => ({ type: "LabelOnce", label: text, most, context });
const clear = (context: CommandContext): ShelfCommand => ({ type: "Clear", context });
const done = (answer: Refusal | CommandResult<ShelfEvent, Shelf>): CommandResult<ShelfEvent, Shelf> => {
  if (isRefusal(answer)) throw new Error(answer.message);
  return answer;
};

type Stores = { eventStore: EventStore; stateStore: StateStore; close(): Promise<void> };
const adapters: Record<string, () => Promise<Stores>> = {
  memory: async () => {
    const eventStore = createMemoryEventStore();
    return { eventStore, stateStore: createMemoryStateStore(), close: () => eventStore.close() };
  },
  sqlite: async () => {
    const folder = await mkdtemp(join(tmpdir(), "sheaf-runner-"));
    const eventStore = createSqliteEventStore({ file: join(folder, "events.db") });
    const state = openStateDatabase(join(folder, "state.db"));
    const stateStore = createSqliteStateStore(state, createSystemClock());
    const close = async () => {
      await eventStore.close();
      state.close();
      await rm(folder, { recursive: true });
    };
    return { eventStore, stateStore, close };
  },
};

describe.each(Object.entries(adapters))("commands on the %s store", (_name, open) => {
  let stores: Stores;
  let processes = 0;
  const clock = { ...createSystemClock(), now: createFakeClock().now };
  /** A process of its own: nothing is cached. */
  const runner = (changes: Partial<Stores> = {}) =>
    createCommandRunner({ ...stores, ...changes, clock, ids: createFakeIds(`process ${++processes}`), upcasters });

  beforeEach(async () => {
    stores = await open();
  });
  afterEach(() => stores.close());

  it("append what was decided and answer the state, version and position after it", async () => {
    const answer = done(await runner().execute(shelfDecider, "1", label("a", "b"), request()));
    expect(answer).toMatchObject({ version: 1, repeated: false, state: { labels: ["a", "b"] } });
    const events = await stores.eventStore.readStream("shelf-1");
    expect(answer.position).toBe(events.at(-1)?.position);
    expect(await runner().load(shelfDecider, "1")).toEqual({
      state: answer.state,
      version: answer.version,
      position: answer.position,
    });
  });

  it("write who, when, why and the schema beside each event", async () => {
    const actor = { kind: "support", agent: "a", impersonation: "i" } as const;
    await runner().execute(shelfDecider, "1", label("a"), request({ actor, commandId: "c-1" }));
    const [event] = await stores.eventStore.readStream("shelf-1");
    expect(event?.metadata).toEqual({
      schema: 2,
      correlation: "request-1",
      causation: "c-1",
      actor,
      tenant: "t",
      instant: clock.now().toISOString(),
    });
  });

  it("answer an empty stream as version -1 without a position", async () => {
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

  it("all take effect once when twenty come at once from two processes", async () => {
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

  it("keep a limit although many processes reach for the last place", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => runner().execute(shelfDecider, "1", once(`l${n}`, 3), request())),
    );
    expect(answers.filter((answer) => !isRefusal(answer))).toHaveLength(3);
  });

  it("answer a repeat with the first result, also after others and in another process", async () => {
    const first = done(await runner().execute(shelfDecider, "1", label("a", "b"), request({ commandId: "c" })));
    await runner().execute(shelfDecider, "1", label("z"), request());
    const again = done(await runner().execute(shelfDecider, "1", label("something else"), request({ commandId: "c" })));
    expect(again).toEqual({ ...first, repeated: true });
    expect(await stores.eventStore.readStream("shelf-1")).toHaveLength(3);
  });

  it("answer a repeat with the first result although it would be refused, or change nothing, now", async () => {
    const filling = done(await runner().execute(shelfDecider, "1", once("a", 1), request({ commandId: "fill" })));
    const refilled = await runner().execute(shelfDecider, "1", once("a", 1), request({ commandId: "fill" }));
    expect(refilled).toEqual({ ...filling, repeated: true });
    const cleared = done(await runner().execute(shelfDecider, "1", clear, request({ commandId: "clear" })));
    expect(cleared.events).toHaveLength(1);
    const again = await runner().execute(shelfDecider, "1", clear, request({ commandId: "clear" }));
    expect(again).toEqual({ ...cleared, repeated: true });
  });

  it("know a repeat from before the last thousand events", async () => {
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

  describe("of which a process was killed", () => {
    const somebody = async (events: number) => {
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

    it("after the append, then it is not run twice, however late its repeat comes", async () => {
      await somebody(3);
      const dying: EventStore = {
        ...stores.eventStore,
        appendToStream: async (stream, events, options) => {
          await stores.eventStore.appendToStream(stream, events, options);
          throw killed;
        },
      };
      const command = request({ commandId: "c" });
      await expect(runner({ eventStore: dying }).execute(shelfDecider, "1", label("a", "b"), command)).rejects.toBe(
        killed,
      );
      await somebody(2_000);
      const again = done(await runner().execute(shelfDecider, "1", label("a", "b"), command));
      expect(again).toMatchObject({ version: 4, repeated: true });
      expect(again.events.map((event) => "label" in event.data && event.data.label)).toEqual(["a", "b"]);
      expect((await runner().load(shelfDecider, "1")).version).toBe(2_004);
    });

    it("before the append, then its repeat runs it once, over what there is then", async () => {
      const dying: EventStore = {
        ...stores.eventStore,
        appendToStream: async () => {
          throw killed;
        },
      };
      const command = request({ commandId: "c" });
      await expect(runner({ eventStore: dying }).execute(shelfDecider, "1", label("a"), command)).rejects.toBe(killed);
      await somebody(1);
      expect(done(await runner().execute(shelfDecider, "1", label("a"), command))).toMatchObject({
        version: 1,
        repeated: false,
      });
      expect(done(await runner().execute(shelfDecider, "1", label("a"), command))).toMatchObject({
        version: 1,
        repeated: true,
      });
    });

    it("while another runs the same, then what the slower one knew is not noted over what the faster one did", async () => {
      await somebody(1);
      const command = request({ commandId: "c" });
      let calls = 0;
      // The slower one has decided over a state that is old by now; meanwhile others went on and the faster one was done.
      const slow: StateStore = {
        ...stores.stateStore,
        put: async (key, value, options) => {
          if (key.startsWith("command:") && calls++ === 0) {
            await somebody(1);
            await runner().execute(shelfDecider, "1", label("a"), command);
          }
          return stores.stateStore.put(key, value, options);
        },
      };
      const answer = done(await runner({ stateStore: slow }).execute(shelfDecider, "1", label("a"), command));
      expect(answer).toMatchObject({ version: 2, repeated: true });
      await somebody(1_500);
      expect(done(await runner().execute(shelfDecider, "1", label("a"), command))).toMatchObject({
        version: 2,
        repeated: true,
      });
      expect((await runner().load(shelfDecider, "1")).version).toBe(1_502);
    });
  });

  it("are new ones a day and a thousand events later, with ids of their own", async () => {
    const command = request({ commandId: "c" });
    const first = done(await runner().execute(shelfDecider, "1", label("a"), command));
    for (let n = 0; n < 4; n++)
      await runner().execute(shelfDecider, "1", label(...Array.from({ length: 400 }, () => "x")), request());
    // Its entry has expired.
    const forgetful: StateStore = {
      ...stores.stateStore,
      get: async (key) => (key.startsWith("command:") ? undefined : stores.stateStore.get(key)),
      put: async (key, value, options) => {
        if (key.startsWith("command:")) await stores.stateStore.delete(key);
        return stores.stateStore.put(key, value, options);
      },
    };
    const later = done(await runner({ stateStore: forgetful }).execute(shelfDecider, "1", label("a"), command));
    expect(later).toMatchObject({ version: 1_601, repeated: false });
    expect(later.events).not.toEqual(first.events);
  });

  it("answer a repeat of what changed nothing with nothing, although it would change something now", async () => {
    expect(done(await runner().execute(shelfDecider, "1", clear, request({ commandId: "c" }))).events).toEqual([]);
    await runner().execute(shelfDecider, "1", label("a"), request());
    const again = done(await runner().execute(shelfDecider, "1", clear, request({ commandId: "c" })));
    expect(again).toMatchObject({ events: [], version: -1, repeated: true, state: { labels: [] } });
    expect((await runner().load(shelfDecider, "1")).state.labels).toEqual(["a"]);
  });

  it("answer a repeat of what was refused with the same refusal", async () => {
    const refused = await runner().execute(shelfDecider, "1", once("a", 0), request({ commandId: "c" }));
    expect(refused).toMatchObject({ refused: true, message: "The shelf is full." });
    expect(await runner().execute(shelfDecider, "1", once("a", 9), request({ commandId: "c" }))).toEqual(refused);
  });

  it("derive ids of new things from the command, and others for another stream", async () => {
    const command = { commandId: "c" };
    const first = done(await runner().execute(shelfDecider, "1", label("a", "b"), request(command)));
    const elsewhere = done(await runner().execute(shelfDecider, "2", label("a", "b"), request(command)));
    const ids = [...first.events, ...elsewhere.events].map((event) => ("id" in event.data ? event.data.id : ""));
    expect(new Set(ids).size).toBe(4);
  });

  it("decide again on a fresh read when another was faster", async () => {
    const rival = runner();
    let calls = 0;
    const eventStore: EventStore = {
      ...stores.eventStore,
      appendToStream: async (stream, events, options) => {
        if (calls++ === 0) await rival.execute(shelfDecider, "1", label("rival"), request());
        return stores.eventStore.appendToStream(stream, events, options);
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

  it("find their own events when the answer of the append was lost", async () => {
    let calls = 0;
    const eventStore: EventStore = {
      ...stores.eventStore,
      appendToStream: async (stream, events, options) => {
        const result = await stores.eventStore.appendToStream(stream, events, options);
        if (calls++ === 0) throw new WrongExpectedVersion(stream, options.expectedVersion, result.version);
        return result;
      },
    };
    const answer = done(await runner({ eventStore }).execute(shelfDecider, "1", label("a"), request()));
    expect(answer).toMatchObject({ version: 0, state: { labels: ["a"] } });
    expect(await stores.eventStore.readStream("shelf-1")).toHaveLength(1);
  });

  it("give up as busy when others are faster for two seconds", async () => {
    let passed = 0;
    const impatient = createCommandRunner({
      eventStore: {
        ...stores.eventStore,
        appendToStream: async (stream, _events, { expectedVersion }) => {
          passed += 500;
          throw new WrongExpectedVersion(stream, expectedVersion, 99);
        },
      },
      stateStore: stores.stateStore,
      clock: { ...clock, steady: () => passed },
      ids: createFakeIds(),
      upcasters,
    });
    await expect(impatient.execute(shelfDecider, "1", label("a"), request())).rejects.toThrow(StoreBusy);
    expect(passed).toBeLessThanOrEqual(2_500);
  });

  describe("of one stream that come at once", () => {
    /** Counts appends, and keeps the first one back until all commands are there. */
    const counted = () => {
      const appends: number[] = [];
      const eventStore: EventStore = {
        ...stores.eventStore,
        appendToStream: (stream, events, options) => {
          appends.push(events.length);
          return stores.eventStore.appendToStream(stream, events, options);
        },
      };
      return { appends, eventStore };
    };
    const stored = async () => (await stores.eventStore.readStream("shelf-1")).map(({ data }) => data);

    it("are appended together, each on the state after the one before, and each with its own outcome", async () => {
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
      // A repeat in another process knows each of them.
      for (const [n, answer] of answers.entries()) {
        const again = await runner().execute(shelfDecider, "1", label("x"), request({ commandId: `c-${n}` }));
        if (isRefusal(answer)) expect(again).toEqual(answer);
        else expect(done(again)).toMatchObject({ version: answer.version, repeated: true, events: answer.events });
      }
      expect((await runner().load(shelfDecider, "1")).version).toBe(18);
    });

    it("are answered when their events are there", async () => {
      const one = runner();
      await Promise.all(
        Array.from({ length: 8 }, async (_, n) => {
          const { events } = done(await one.execute(shelfDecider, "1", label(`l${n}`), request()));
          expect(await stored()).toContainEqual(events[0]?.data);
        }),
      );
    });

    it("run once when two of them are the same", async () => {
      const one = runner();
      const [, first, second] = await Promise.all(
        ["a", "b", "b"].map((id) => one.execute(shelfDecider, "1", label(id), request({ commandId: id }))),
      );
      expect(done(first as Refusal).repeated).toBe(false);
      expect(done(second as Refusal)).toEqual({ ...done(first as Refusal), repeated: true });
      expect((await one.load(shelfDecider, "1")).state.labels).toEqual(["a", "b"]);
    });

    it("fail alone when their rules throw", async () => {
      const one = runner();
      const fault = () => {
        throw new Error("a fault of ours");
      };
      const outcomes = await Promise.allSettled(
        [label("a"), label("b"), fault, label("c")].map((command) =>
          one.execute(shelfDecider, "1", command, request()),
        ),
      );
      expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
      expect((await one.load(shelfDecider, "1")).state.labels).toEqual(["a", "b", "c"]);
    });

    it("are appended in several goes when one cannot hold them, and only what is too large is refused", async () => {
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

    it("are decided again from the one on that another process has run meanwhile, refusals included", async () => {
      const rival = runner();
      const noted: string[] = [];
      const stateStore: StateStore = {
        ...stores.stateStore,
        put: async (key, value, options) => {
          if (key.startsWith("command:")) noted.push(key);
          // The second command is being noted: the rival runs it, and takes everything off the shelf.
          if (noted.length === 2) {
            await rival.execute(shelfDecider, "1", label("a"), request({ commandId: "c-1" }));
            await rival.execute(shelfDecider, "1", clear, request());
          }
          return stores.stateStore.put(key, value, options);
        },
      };
      const one = runner({ stateStore });
      const answers = await Promise.all(
        [label("first"), label("a"), once("b", 3), once("c", 3)].map((command, n) =>
          one.execute(shelfDecider, "1", command, request({ commandId: `c-${n}` })),
        ),
      );
      expect(answers.map((answer) => (isRefusal(answer) ? "refused" : answer.repeated))).toEqual([
        false,
        true,
        false,
        false,
      ]);
      expect((await runner().load(shelfDecider, "1")).state.labels).toEqual(["b", "c"]);
    });

    it("are decided again together when another process was faster", async () => {
      const rival = runner();
      let calls = 0;
      const eventStore: EventStore = {
        ...stores.eventStore,
        appendToStream: async (stream, events, options) => {
          if (calls++ < 2) await rival.execute(shelfDecider, "1", label("rival"), request());
          return stores.eventStore.appendToStream(stream, events, options);
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

  it("go on with the queue after one of them failed", async () => {
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
    await stores.eventStore.appendToStream(
      "shelf-1",
      [{ id: "old", type: "Labelled", data: { id: "x", label: "ancient" }, metadata }] as never,
      { expectedVersion: "no-stream" },
    );
    expect((await runner().load(shelfDecider, "1")).state).toEqual({
      labels: ["ancient"],
      last: "somebody 2020-01-01T00:00:00.000Z",
    });
  });

  describe("and a long stream", () => {
    const fill = async (events: number) => {
      const one = runner();
      for (let from = 0; from < events; from += 400) {
        const labels = Array.from({ length: Math.min(400, events - from) }, (_, n) => `l${from + n}`);
        await one.execute(shelfDecider, "1", label(...labels), request());
      }
      return one.load(shelfDecider, "1");
    };
    /** Counts what is read of the stream. */
    const counting = () => {
      const counter = { read: 0, eventStore: stores.eventStore };
      counter.eventStore = {
        ...stores.eventStore,
        readStream: async (stream, options) => {
          const events = await stores.eventStore.readStream(stream, options);
          counter.read += events.length;
          return events;
        },
      };
      return counter;
    };

    it("is read from its newest snapshot", async () => {
      const full = await fill(2_600);
      const counter = counting();
      expect(await runner({ eventStore: counter.eventStore }).load(shelfDecider, "1")).toEqual(full);
      expect(counter.read).toBeLessThanOrEqual(1_000);
    });

    it("is read by its tail alone once it is known", async () => {
      await fill(1_200);
      const counter = counting();
      const one = runner({ eventStore: counter.eventStore });
      await one.load(shelfDecider, "1");
      const before = counter.read;
      await one.load(shelfDecider, "1");
      await one.execute(shelfDecider, "1", label("z"), request());
      expect(counter.read).toBe(before);
    });

    it("is folded from the start when the snapshot is of another state schema", async () => {
      const full = await fill(1_100);
      const counter = counting();
      const newer = { ...shelfDecider, stateSchema: 2 };
      expect(await runner({ eventStore: counter.eventStore }).load(newer, "1")).toEqual(full);
      expect(counter.read).toBe(1_100);
    });

    it("is folded from the start when the snapshot is of another stream of that name", async () => {
      const full = await fill(1_050);
      for (const turn of [0, 1]) {
        const snapshot = await stores.stateStore.get<{ eventId: string }>(`snapshot:shelf-1:${turn}`);
        if (!snapshot) throw new Error("No snapshot was taken");
        await stores.stateStore.put(snapshot.key, {
          ...snapshot.value,
          eventId: "other",
          state: { labels: [], last: "" },
        });
      }
      expect(await runner().load(shelfDecider, "1")).toEqual(full);
    });

    it("gives the base of an intent from before its newest snapshot", async () => {
      await fill(1_600);
      const counter = counting();
      const { state } = await runner({ eventStore: counter.eventStore }).loadAt(shelfDecider, "1", 1_450);
      expect(state.labels.at(-1)).toBe("l1450");
      expect(counter.read).toBeLessThanOrEqual(1_000);
    });

    it("gives the base of an intent among many editors without reading the stream again", async () => {
      await fill(1_600);
      const counter = counting();
      const one = runner({ eventStore: counter.eventStore });
      await one.load(shelfDecider, "1");
      await one.execute(shelfDecider, "1", label("a", "b", "c"), request());
      counter.read = 0;
      for (const [version, last] of [
        [1_602, "c"],
        [1_600, "a"],
        [1_500, "l1500"],
      ] as const)
        expect((await one.loadAt(shelfDecider, "1", version)).state.labels.at(-1)).toBe(last);
      expect(counter.read).toBe(0);
      await one.loadAt(shelfDecider, "1", 700);
      counter.read = 0;
      expect((await one.loadAt(shelfDecider, "1", 1_601)).state.labels.at(-1)).toBe("b");
      expect(counter.read).toBe(0);
    });

    it("is decided on although its snapshot cannot be written", async () => {
      const failures: unknown[] = [];
      const one = createCommandRunner({
        ...stores,
        stateStore: { ...stores.stateStore, put: async () => Promise.reject(new Error("disk full")) },
        clock,
        ids: createFakeIds(),
        upcasters,
        onSnapshotFailed: (error) => failures.push(error),
      });
      for (const half of [300, 300])
        done(await one.execute(shelfDecider, "1", label(...Array.from({ length: half }, () => "x")), request()));
      expect(failures).toHaveLength(1);
    });
  });
});

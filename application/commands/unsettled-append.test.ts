import { describe, expect, it } from "vitest";
import { type Decider, isRefusal } from "#domain/core/decider.ts";
import type { CommandContext, DomainEvent } from "#domain/core/message.ts";
import { createUpcasters } from "#domain/core/upcasters.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryEventStore } from "#infra/memory/event-store.ts";
import { createFakeIds } from "#infra/memory/ids.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { AppendUnsettled } from "#infra/ports/stores/event-store.ts";
import { toHttpError } from "../http/to-http.ts";
import { createCommandRunner } from "./command-runner.ts";

type Said = DomainEvent<"Said", { word: string }>;
type Say = { words: readonly string[]; context: CommandContext };

const words: Decider<Say, Said, readonly string[]> = {
  category: "words",
  stateSchema: 1,
  initialState: [],
  decide: ({ words: said }) => said.map((word) => ({ type: "Said", data: { word } })),
  evolve: (state, { data }) => [...state, data.word],
};

/** An event store whose first append hangs until `arrive` is called, with commands over it. */
const given = () => {
  const onItsWay = Promise.withResolvers<void>();
  let first = true;
  const eventStore = createMemoryEventStore({
    timeouts: { append: 20, look: 500, read: 500 },
    hooks: {
      onRequest: async () => {
        const waits = first;
        first = false;
        if (waits) await onItsWay.promise;
      },
      onAnswer: async () => undefined,
    },
  });
  const runner = createCommandRunner({
    eventStore,
    stateStore: createMemoryStateStore(),
    clock: createFakeClock(),
    ids: createFakeIds(),
    upcasters: createUpcasters({ Said: 1 }, []),
  });
  const say = async (commandId: string, ...said: string[]) => {
    const command = (context: CommandContext): Say => ({ words: said, context });
    const request = { tenant: "t", actor: { kind: "merchant" }, correlation: "c", commandId } as const;
    const answer = await runner.execute(words, "1", command, request);
    if (isRefusal(answer)) throw new Error(answer.message);
    return answer;
  };
  return { say, heard: async () => (await runner.load(words, "1")).state, arrive: onItsWay.resolve };
};

describe("A command whose append the event store doesn't answer", () => {
  it("fails as retryable, and doesn't hold up the next one", async () => {
    const { say, heard } = given();
    const [silent, next] = await Promise.allSettled([say("one", "a", "b"), say("two", "c")]);
    expect(silent).toMatchObject({ status: "rejected", reason: { name: "AppendUnsettled" } });
    const { status, code, headers } = toHttpError(new AppendUnsettled("words-1"));
    expect([status, code, headers]).toEqual([503, "busy", { "retry-after": "1" }]);
    expect(next.status).toBe("fulfilled");
    expect(await heard()).toEqual(["c"]);
  });

  it("is executed by its repeat on the current state if it never arrived", async () => {
    const { say, heard } = given();
    await expect(say("one", "a", "b")).rejects.toThrow(AppendUnsettled);
    await say("two", "c");
    expect(await say("one", "a", "b")).toMatchObject({ version: 2, repeated: false });
    expect(await heard()).toEqual(["c", "a", "b"]);
  });

  it("is recognized by its repeat if it arrived late", async () => {
    const { say, heard, arrive } = given();
    await expect(say("one", "a", "b")).rejects.toThrow(AppendUnsettled);
    arrive();
    await say("two", "c");
    await say("one", "a", "b");
    expect((await heard()).toSorted()).toEqual(["a", "b", "c"]);
    expect(await say("one", "a", "b")).toMatchObject({ repeated: true });
    expect(await heard()).toHaveLength(3);
  });

  it("has no effect if it arrives after its repeat was executed", async () => {
    const { say, heard, arrive } = given();
    await expect(say("one", "a", "b")).rejects.toThrow(AppendUnsettled);
    await say("two", "c");
    await say("one", "a", "b");
    arrive();
    expect((await say("three", "d")).version).toBe(3);
    expect(await heard()).toEqual(["c", "a", "b", "d"]);
  });
});

import { expect, it, vi } from "vitest";
import type { Call, Caller, Route } from "#application/http/route.ts";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { serializeRepeats } from "./serialize-repeats.ts";

const call = (commandId: string | undefined, tenant = "t") =>
  ({ commandId, caller: { tenant } as Caller, signal: new AbortController().signal }) as Call & { caller: Caller };
const nothing = { body: undefined, query: undefined, params: undefined };

/** Two processes with one store, and a call that ends on demand. */
const given = () => {
  const clock = createFakeClock();
  const state = createMemoryStateStore(clock);
  const begun: { end(answer: string): void; fail(error: Error): void }[] = [];
  const route = {
    path: "reporting/generateReport",
    handle: () => new Promise((end, fail) => begun.push({ end, fail })),
  } as unknown as Route;
  const processes = [1, 2].map(() => serializeRepeats({ state, clock }, route));
  const ask = (process: number, id: string | undefined, tenant?: string) =>
    Promise.resolve(processes[process]?.handle(nothing, call(id, tenant)));
  return { clock, begun, ask };
};

it("starts a repeat in another process only after the first call has ended, even by an error", async () => {
  const { begun, ask } = given();
  const first = ask(0, "a");
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  const second = ask(1, "a");
  const other = ask(1, "b");
  const foreign = ask(1, "a", "u");
  await vi.waitFor(() => expect(begun).toHaveLength(3));
  begun[0]?.fail(new Error("broken"));
  await expect(first).rejects.toThrow("broken");
  await vi.waitFor(() => expect(begun).toHaveLength(4));
  for (const [n, { end }] of begun.entries()) end(`answer ${n}`);
  expect(await Promise.all([other, foreign, second])).toEqual(["answer 1", "answer 2", "answer 3"]);
});

it("calls without an id don't wait", async () => {
  const { begun, ask } = given();
  const both = [ask(0, undefined), ask(1, undefined)];
  await vi.waitFor(() => expect(begun).toHaveLength(2));
  for (const { end } of begun) end("done");
  expect(await Promise.all(both)).toEqual(["done", "done"]);
});

it("a dead process blocks others no longer than its lease", async () => {
  const { clock, begun, ask } = given();
  void ask(0, "a");
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  const second = ask(1, "a");
  clock.advance(5_001);
  await vi.waitFor(() => expect(begun).toHaveLength(2));
  begun[1]?.end("done");
  expect(await second).toBe("done");
});

import { expect, it } from "vitest";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { createExportPermits, maxWaiting } from "./export-permits.ts";

it("automated exports acquireAll no permits from manual ones, and have their own limit", async () => {
  const clock = createFakeClock();
  const state = createMemoryStateStore(clock);
  const load = async () => ({ state: { status: "unknown" }, version: -1, position: undefined }) as never;
  const [manual, automated] = (["manual", "automated"] as const).map((of) =>
    createExportPermits({ state, runner: { load }, clock }, of),
  );
  for (let n = 0; n < maxWaiting; n += 1) expect(await automated?.acquire("shop", `a${n}`)).toBe(true);
  expect(await automated?.acquire("shop", "one more")).toBe(false);
  expect(await manual?.acquire("shop", "m")).toBe(true);
});

it("concurrently requested exports get the available permits in request order", async () => {
  const clock = createFakeClock();
  const state = createMemoryStateStore(clock);
  const load = async () => ({ state: { status: "unknown" }, version: -1, position: undefined }) as never;
  const permits = createExportPermits({ state, runner: { load }, clock }, "automated");
  const acquireAll = (names: readonly string[]) => Promise.all(names.map((name) => permits.acquire("shop", name)));
  const first = Array.from({ length: maxWaiting - 2 }, (_, n) => `e${n}`);
  expect(await acquireAll(first)).toEqual(first.map(() => true));
  expect(await acquireAll(["a", "e0", "a", "b", "c"])).toEqual([true, true, true, true, false]);
});

import { expect, it } from "vitest";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { createRoom, maxWaiting } from "./room.ts";

it("automated exports take no place of those who wait in front of a screen, and have an end of their own", async () => {
  const clock = createFakeClock();
  const state = createMemoryStateStore(clock);
  const load = async () => ({ state: { status: "unknown" }, version: -1, position: undefined }) as never;
  const [manual, automated] = (["manual", "automated"] as const).map((of) =>
    createRoom({ state, runner: { load }, clock }, of),
  );
  for (let n = 0; n < maxWaiting; n += 1) expect(await automated?.take("shop", `a${n}`)).toBe(true);
  expect(await automated?.take("shop", "one more")).toBe(false);
  expect(await manual?.take("shop", "m")).toBe(true);
});

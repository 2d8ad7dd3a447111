import { expect, it } from "vitest";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import type { StateStore } from "#infra/ports/stores/state-store.ts";
import { readThrottled, recordThrottled } from "./throttled.ts";

const scene = () => {
  const clock = createFakeClock("2026-11-20T12:00:00.000Z");
  const state = createMemoryStateStore(clock);
  const told: string[] = [];
  let puts = 0;
  const counted: StateStore = {
    ...state,
    put: (...given) => {
      puts += 1;
      return state.put(...given);
    },
  };
  const log = {
    info: () => undefined,
    warn: (_fields: object, text: string) => told.push(text),
    error: () => undefined,
  };
  return { clock, state, told, puts: () => puts, process: () => recordThrottled({ state: counted, clock, log }) };
};

it("a throttled shop stays listed until five minutes after its last throttling, in whichever process", async () => {
  const { clock, state, process } = scene();
  const [one, other] = [process(), process()];
  one("aurora-demo", "THROTTLED");
  await expect.poll(() => readThrottled(state)).toHaveLength(1);
  clock.advance(240_000);
  other("aurora-demo", "HTTP 429");
  await expect
    .poll(() => readThrottled(state))
    .toEqual([
      {
        shop: "aurora-demo",
        since: "2026-11-20T12:00:00.000Z",
        lastAt: "2026-11-20T12:04:00.000Z",
        reason: "HTTP 429",
      },
    ]);
  clock.advance(299_999);
  expect(await readThrottled(state)).toHaveLength(1);
  clock.advance(1);
  expect(await readThrottled(state)).toEqual([]);
});

it("a process writes at most once in 30 seconds, however often a shop is throttled", async () => {
  const { clock, state, puts, process } = scene();
  const note = process();
  for (let n = 0; n < 50; n += 1) note("aurora-demo", "THROTTLED");
  await expect.poll(() => readThrottled(state)).toHaveLength(1);
  expect(puts()).toBe(1);
  clock.advance(30_000);
  note("aurora-demo", "THROTTLED");
  await expect.poll(puts).toBe(2);
});

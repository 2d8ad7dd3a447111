import { expect, it } from "vitest";
import { createFakeClock } from "../../memory/clock.ts";
import { createPacing } from "./pacing.ts";

it("a call that is given up while waiting for points uses none of them", async () => {
  const waits: number[] = [];
  const told: string[] = [];
  let givesUp = true;
  const pacing = createPacing({
    clock: createFakeClock(),
    onThrottled: (shop, reason) => told.push(`${shop}: ${reason}`),
    sleep: async (ms) => {
      waits.push(ms);
      if (givesUp) throw new Error("gave up");
    },
  });
  pacing.recordCost("shop", { requested: 1, bucket: { available: 100, maximum: 1_000, restoreRate: 100 } });
  for (let call = 0; call < 50; call += 1) await expect(pacing.waitForBudget("shop", 300)).rejects.toThrow("gave up");
  givesUp = false;
  await pacing.waitForBudget("shop", 300);
  // 200 points are missing, at 100 a second, every time.
  expect(new Set(waits)).toEqual(new Set([2_000]));
  expect(new Set(told)).toEqual(new Set(["shop: its points are used up"]));
});

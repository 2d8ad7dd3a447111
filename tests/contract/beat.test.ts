import { expect, it } from "vitest";
import { computeMsUntilTick, onTick } from "#infra/ports/tick.ts";

it("timers end together, at a multiple of the interval", () => {
  for (let n = 0; n < 100; n += 1) {
    const at = (performance.now() + computeMsUntilTick(50)) / 50;
    expect(Math.abs(at - Math.round(at))).toBeLessThan(0.1);
  }
});

it("a timer that ends slightly early waits for the next tick", () => {
  for (let n = 0; n < 100; n += 1) expect(computeMsUntilTick(50)).toBeGreaterThanOrEqual(5);
});

it("a repeated action runs until it is stopped", async () => {
  let acts = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = onTick(() => {
    acts += 1;
    if (acts === 3) {
      stop();
      resolve();
    }
  }, 10);
  await promise;
  // The next beat would come before this one.
  await new Promise<void>((done) => {
    const other = onTick(() => {
      other();
      done();
    }, 100);
  });
  expect(acts).toBe(3);
});

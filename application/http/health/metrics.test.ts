import { expect, it } from "vitest";
import { createMetrics } from "./metrics.ts";

it("clock jumps are counted by direction", async () => {
  const { clockJumped, registry } = createMetrics({ processMetrics: false });
  for (const direction of ["back", "forward", "back"] as const) clockJumped({ direction });
  const text = await registry.metrics();
  expect(text).toMatch(/^clock_jumps_total\{direction="back"\} 2$/m);
  expect(text).toMatch(/^clock_jumps_total\{direction="forward"\} 1$/m);
});

import { beforeEach, describe, expect, it } from "vitest";
import { createLagMeter, type LagMeter } from "./lag-meter.ts";

describe("The lag of the bus", () => {
  let head: string | undefined;
  let published: string | undefined;
  let now: number;
  let lag: LagMeter;
  beforeEach(() => {
    [head, published, now] = [undefined, undefined, 0];
    lag = createLagMeter({
      eventStore: { headPosition: async () => head },
      published: async () => published,
      now: () => now,
    });
  });
  const look = (at: number, newest: string | undefined, told: string | undefined) => {
    [now, head, published] = [at, newest, told];
    return lag.check();
  };

  it("is zero without events, and when all are on the bus", async () => {
    await look(0, undefined, undefined);
    expect(lag.seconds()).toBe(0);
    await look(1_000, "p3", "p3");
    expect(lag.seconds()).toBe(0);
  });

  it("grows from when the first missing event was seen until it is on the bus", async () => {
    await look(1_000, "p3", undefined);
    await look(5_000, "p5", undefined);
    expect(lag.seconds()).toBe(4);
    await look(9_000, "p5", "p4");
    expect(lag.seconds()).toBe(4);
    await look(10_000, "p5", "p5");
    expect(lag.seconds()).toBe(0);
  });

  it("is overestimated rather than underestimated after an outage of hours", async () => {
    const at = (n: number): string => `p${String(n).padStart(6, "0")}`;
    for (let n = 0; n < 5_000; n += 1) await look(n * 1_000, at(n), undefined);
    await look(5_000_000, at(5_000), at(4_000));
    expect(lag.seconds()).toBeGreaterThanOrEqual(999);
    await look(5_001_000, at(5_000), at(5_000));
    expect(lag.seconds()).toBe(0);
  });
});

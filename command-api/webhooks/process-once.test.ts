import { describe, expect, it } from "vitest";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryStateStore } from "#infra/memory/state-store.ts";
import { processOnce } from "./process-once.ts";

const scene = () => {
  const clock = createFakeClock("2026-11-20T12:00:00.000Z");
  const deps = { clock, state: createMemoryStateStore(clock) };
  let runs = 0;
  const work = async () => {
    runs += 1;
  };
  return { clock, runs: () => runs, take: (key: string, how = work) => processOnce(deps, key, how), work };
};

describe("a webhook", () => {
  it("is processed once, even if deliveries come at the same time: later ones get a 503", async () => {
    const { take, runs } = scene();
    const ends = await Promise.allSettled([take("a"), take("a"), take("a")]);
    expect(runs()).toBe(1);
    for (const end of ends)
      if (end.status === "rejected") expect(end.reason).toMatchObject({ fields: { status: 503, code: "busy" } });
    await take("a");
    expect(runs()).toBe(1);
  });

  it("doesn't suppress another one", async () => {
    const { take, runs } = scene();
    await take("a");
    await take("b");
    expect(runs()).toBe(2);
  });

  it("is processed again after a failure", async () => {
    const { take, runs } = scene();
    await expect(take("a", () => Promise.reject(new Error("cut")))).rejects.toThrow("cut");
    await take("a");
    expect(runs()).toBe(1);
  });

  it.each([-3_600_000, 3_600_000])(
    "is processed again if its holder died and the clock jumped by %i ms; a late failure changes nothing",
    async (ms) => {
      const { take, runs, clock } = scene();
      const begun = Promise.withResolvers<void>();
      const death = Promise.withResolvers<void>();
      const held = take("a", () => {
        begun.resolve();
        return death.promise;
      });
      await begun.promise;
      clock.jump(ms);
      await take("a");
      death.reject(new Error("too late"));
      await expect(held).rejects.toThrow("too late");
      await take("a");
      expect(runs()).toBe(1);
    },
  );

  it("is processed again after its holder's lease ends, and a late failure changes nothing", async () => {
    const { take, runs, clock } = scene();
    const begun = Promise.withResolvers<void>();
    const death = Promise.withResolvers<void>();
    const held = take("a", () => {
      begun.resolve();
      return death.promise;
    });
    await begun.promise;
    await expect(take("a")).rejects.toMatchObject({ fields: { status: 503 } });
    clock.advance(30_000);
    await take("a");
    death.reject(new Error("too late"));
    await expect(held).rejects.toThrow("too late");
    await take("a");
    expect(runs()).toBe(1);
  });
});

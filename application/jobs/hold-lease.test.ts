import { afterEach, describe, expect, it, vi } from "vitest";
import { createFakeClock } from "#infra/memory/clock.ts";
import { createMemoryWorkQueue } from "#infra/memory/work-queue.ts";
import { StoreBusy } from "#infra/ports/store-errors.ts";
import { until } from "#tests/support/until.ts";
import { holdLease } from "./hold-lease.ts";

afterEach(() => void vi.useRealTimers());

const told = (error: unknown) => {
  throw error;
};

const givenJob = async () => {
  const clock = createFakeClock();
  const queue = createMemoryWorkQueue(clock);
  const enqueue = () =>
    queue.enqueue({ id: "j1", kind: "work", lane: "any", tenant: "s", dueAt: clock.now(), payload: {} });
  await enqueue();
  const claim = async () => {
    const job = await queue.claim({ kinds: ["work"], lanes: ["any"], worker: "w", leaseMs: 30_000 });
    if (!job) throw new Error("There is no job to claim.");
    return job;
  };
  return { clock, queue, claim, enqueue };
};

describe("a lease", () => {
  it("is extended until the job ends", async () => {
    const { clock, queue, claim } = await givenJob();
    const job = await claim();
    const ended = new AbortController();
    let extended = 0;
    const failing = {
      ...queue,
      extendLease: async () => {
        extended += 1;
        return true;
      },
    };
    const lost = () => told(new Error("It was not lost."));
    const holding = holdLease({
      queue: failing,
      job,
      clock,
      signal: ended.signal,
      lost,
      onFault: told,
      every: 5,
    });
    await until("it was extended three times", () => extended >= 3);
    ended.abort();
    await holding;
  });

  it("stops the work if another worker holds it", async () => {
    const { clock, queue, claim } = await givenJob();
    const job = await claim();
    clock.advanceWall(30_001);
    await claim();
    let lost = false;
    await holdLease({
      queue,
      job,
      clock,
      signal: new AbortController().signal,
      lost: () => {
        lost = true;
      },
      onFault: told,
      every: 5,
    });
    expect(lost).toBe(true);
  });

  it("is lost if its job was completed, deleted and enqueued again, and leaves the successor's alone", async () => {
    const { clock, queue, claim, enqueue } = await givenJob();
    const job = await claim();
    clock.advance(30_001);
    await queue.complete(await claim());
    clock.advance(31 * 24 * 3_600_000);
    await enqueue();
    const successor = await claim();
    expect(successor.fence).toBe(job.fence);
    let lost = false;
    await holdLease({
      queue,
      job,
      clock,
      signal: AbortSignal.timeout(2_000),
      lost: () => {
        lost = true;
      },
      onFault: told,
      every: 5,
    });
    expect(lost).toBe(true);
    expect(await queue.complete(successor)).toBe(true);
  });

  it("counts as lost if it can't be extended for its whole duration", async () => {
    const { clock, queue, claim } = await givenJob();
    const job = await claim();
    const faults: unknown[] = [];
    let lost = false;
    const failing = {
      ...queue,
      extendLease: async () => {
        clock.advanceWall(10_000);
        throw new Error("busy");
      },
    };
    await holdLease({
      queue: failing,
      job,
      clock,
      signal: new AbortController().signal,
      lost: () => {
        lost = true;
      },
      onFault: (fault) => faults.push(fault),
      every: 5,
    });
    expect(lost).toBe(true);
    expect(faults.length).toBeGreaterThan(1);
  });

  it("outlasts a store that is too busy to extend it four times in a row", async () => {
    const { clock, queue, claim } = await givenJob();
    const job = await claim();
    vi.useFakeTimers();
    const ended = new AbortController();
    let asked = 0;
    /** Time waited for the lock, ms. */
    let waited = 0;
    const busy = {
      ...queue,
      extendLease: async () => {
        asked += 1;
        if (asked > 4) return true;
        waited += 2_000;
        throw new StoreBusy("state.db is locked by other writers.");
      },
    };
    let lost = false;
    const holding = holdLease({
      queue: busy,
      job,
      clock: { ...clock, steady: () => Date.now() + waited },
      signal: ended.signal,
      lost: () => {
        lost = true;
      },
      onFault: () => undefined,
    });
    await vi.advanceTimersByTimeAsync(60_000);
    ended.abort();
    await holding;
    expect(lost).toBe(false);
    expect(asked).toBeGreaterThan(4);
  });
});

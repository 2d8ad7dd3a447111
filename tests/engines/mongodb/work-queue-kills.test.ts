import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock, type FakeClock } from "#infra/memory/clock.ts";
import { createMongoWorkQueue } from "#infra/mongodb/queue/work-queue.ts";
import type { ClaimedJob, WorkQueue } from "#infra/ports/work-queue.ts";
import { Killed, killedBefore } from "./interrupted.ts";
import { createClosing, mongoUrl, ownDatabase } from "./support.ts";
import { aJob, claimAll, claimOne, onClock } from "./work-queue-support.ts";

/** More calls than any of these makes; the last ones find it alive. */
const moments = Array.from({ length: 16 }, (_, n) => n + 1);
const url = mongoUrl() ?? "";

describe.skipIf(url === "")("A process killed between any two MongoDB calls of the work queue", () => {
  const closing = createClosing();
  let clock: FakeClock;
  let after: WorkQueue;
  let database: string;
  beforeEach(async () => {
    clock = createFakeClock();
    database = ownDatabase();
    after = await createMongoWorkQueue(await closing.mongo(url, { database, ...onClock(clock) }), clock);
  });
  afterEach(() => closing.closeAll());

  /** Runs `given`, arms the process, and kills it at the nth call of `deed`. */
  const killed = async (
    nth: number,
    deed: (queue: WorkQueue, job: ClaimedJob) => Promise<unknown>,
    given: (queue: WorkQueue) => Promise<ClaimedJob>,
  ): Promise<"killed" | "done"> => {
    const process = killedBefore(await closing.mongo(url, { database, ...onClock(clock) }), nth);
    const queue = await createMongoWorkQueue(process.mongo, clock);
    const job = await given(queue);
    process.arm();
    try {
      await deed(queue, job);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      return "killed";
    }
    return process.isDead() ? "killed" : "done";
  };
  const held = async (queue: WorkQueue): Promise<ClaimedJob> => {
    await queue.enqueue(aJob(clock, "j1"));
    return claimOne(queue);
  };
  const nobody = {} as ClaimedJob;

  it.each(moments)("loses no job that is enqueued again (call %i)", async (nth) => {
    const enqueue = (queue: WorkQueue) => queue.enqueue(aJob(clock, "j1"));
    await killed(nth, enqueue, async () => nobody);
    await enqueue(after);
    expect(await claimAll(after)).toEqual(["j1"]);
  });

  it.each(moments)("loses no job that is enqueued for later (call %i)", async (nth) => {
    const enqueue = (queue: WorkQueue) =>
      queue.enqueue(aJob(clock, "j1", { dueAt: new Date("2026-11-20T13:00:00.000Z") }));
    await killed(nth, enqueue, async () => nobody);
    await enqueue(after);
    expect(await claimAll(after)).toEqual([]);
    clock.advance(3_600_000);
    expect(await claimAll(after)).toEqual(["j1"]);
  });

  it.each(moments)(
    "keeps claimed jobs no longer than their lease, without blocking the shop's other jobs (call %i)",
    async (nth) => {
      const given = async (queue: WorkQueue) => {
        for (const id of ["j1", "j2"]) await queue.enqueue(aJob(clock, id));
        return nobody;
      };
      await killed(nth, (queue) => claimOne(queue), given);
      clock.advance(30_000);
      expect((await claimAll(after)).sort()).toEqual(["j1", "j2"]);
    },
  );

  it.each(moments)("completes a job or leaves it, without blocking the shop's other jobs (call %i)", async (nth) => {
    const done = await killed(nth, (queue, job) => queue.complete(job), held);
    await after.enqueue(aJob(clock, "j2"));
    const standing = await after.getStatus("j1");
    if (done === "done") expect(await claimAll(after)).toEqual(["j2"]);
    clock.advance(30_000);
    const left = await claimAll(after);
    if (done === "done") expect(standing).toBe("completed");
    else expect(left).toEqual(standing === "completed" ? ["j2"] : ["j1", "j2"]);
  });

  it.each(
    moments.flatMap((nth) => [
      { nth, delay: 0 },
      { nth, delay: 5_000 },
    ]),
  )("retries a job or leaves it to its lease (call $nth, a delay of $delay ms)", async ({ nth, delay }) => {
    await killed(nth, (queue, job) => queue.scheduleRetry(job, delay), held);
    const waits = async () => (await after.countOpen({ tenant: "aurora", kinds: ["export"] })).waiting === 1;
    const wasReturned = await waits();
    clock.advance(delay - 1);
    expect(delay > 0 ? await claimAll(after) : []).toEqual([]);
    clock.advance(1);
    // Its permit may count until the lease would have ended.
    if (wasReturned)
      expect(await after.claim({ kinds: ["export"], lanes: ["short"], worker: "w", leaseMs: 1 })).toBeDefined();
    clock.advance(30_000);
    expect(await claimAll(after)).toEqual(["j1"]);
  });

  it.each(moments)("reschedules a job or leaves it to its lease (call %i)", async (nth) => {
    await killed(nth, (queue, job) => queue.reschedule(job, 5_000, { of: "j1", page: 2 }), held);
    clock.advance(30_000);
    const job = await claimOne(after);
    expect([job.attempts, job.payload]).toEqual("page" in job.payload ? [1, { of: "j1", page: 2 }] : [2, { of: "j1" }]);
  });

  it.each(moments)(
    "lets nobody else have the job while it extends a lease, and not for longer (call %i)",
    async (nth) => {
      await after.enqueue(aJob(clock, "j2"));
      const extend = async (queue: WorkQueue, job: ClaimedJob) => {
        clock.advance(20_000);
        await queue.extendLease(job, 30_000);
      };
      const given = async (queue: WorkQueue) => claimOne(queue);
      await killed(nth, extend, given);
      await after.enqueue(aJob(clock, "j1"));
      expect(await claimAll(after)).toEqual([]);
      clock.advance(30_000);
      expect((await claimAll(after)).sort()).toEqual(["j1", "j2"]);
    },
  );

  it.each(moments)("abandons a job or leaves it, and it can be revived (call %i)", async (nth) => {
    await killed(nth, (queue, job) => queue.deadLetter(job, "Broken."), held);
    clock.advance(30_000);
    if ((await after.getStatus("j1")) === "dead") expect(await after.revive("j1")).toBe(true);
    expect(await claimAll(after)).toEqual(["j1"]);
  });

  it.each(moments)("revives a dead job or leaves it dead (call %i)", async (nth) => {
    const given = async (queue: WorkQueue) => {
      const job = await held(queue);
      await queue.deadLetter(job, "Broken.");
      return job;
    };
    await killed(nth, (queue) => queue.revive("j1"), given);
    if ((await after.getStatus("j1")) === "dead") expect(await after.revive("j1")).toBe(true);
    expect(await claimAll(after)).toEqual(["j1"]);
  });

  it.each(moments)("releases a dead worker's leases, or leaves them to the next caller (call %i)", async (nth) => {
    const done = await killed(nth, (queue) => queue.releaseLeases("w1"), held);
    await after.releaseLeases("w1");
    if (done === "done") expect(await claimAll(after)).toEqual(["j1"]);
    clock.advance(30_000);
    expect(await claimAll(after)).toEqual(done === "done" ? [] : ["j1"]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock, type FakeClock } from "#infra/memory/clock.ts";
import { createMongoWorkQueue } from "#infra/mongodb/queue/work-queue.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";
import { createClosing, ownDatabase, standIn } from "./support.ts";
import { aJob, claimAll, claimOne, onClock } from "./work-queue-support.ts";

const url = `mongodb://127.0.0.1:${standIn.port}`;
/** Which answer of a deed is lost; hardly any has as many. */
const answers = Array.from({ length: 20 }, (_, n) => n + 1);

describe.skipIf(!standIn.isAvailable)("A MongoDB work queue whose responses are lost", () => {
  const closing = createClosing();
  let clock: FakeClock;
  let queue: WorkQueue;
  let watcher: WorkQueue;
  /** Loses the nth answer from now on. */
  let lose: (nth: number) => void;
  beforeEach(async () => {
    clock = createFakeClock();
    const database = ownDatabase();
    const proxy = await closing.mongoProxy();
    const through = await closing.mongo(proxy.url, { database, ...onClock(clock) });
    lose = (nth) => {
      let left = nth;
      proxy.always(() => {
        left -= 1;
        return left === 0 ? { lost: true } : undefined;
      });
    };
    queue = await createMongoWorkQueue(through, clock);
    watcher = await createMongoWorkQueue(await closing.mongo(url, { database, ...onClock(clock) }), clock);
  });
  afterEach(() => closing.closeAll());

  it.each(answers)("enqueues a job once, and returns that it is new (response %i)", async (nth) => {
    lose(nth);
    expect(await queue.enqueue(aJob(clock, "j1"))).toBe(true);
    expect(await claimAll(watcher)).toEqual(["j1"]);
  });

  it.each(answers)("claims a job for its caller, with one attempt (response %i)", async (nth) => {
    await queue.enqueue(aJob(clock, "j1"));
    lose(nth);
    const job = await claimOne(queue);
    expect([job.id, job.fence, job.attempts]).toEqual(["j1", 1, 1]);
    expect(await watcher.listLiveLeases("export")).toEqual([job]);
    expect(await queue.complete(job)).toBe(true);
  });

  it.each([...answers, 22, 24, 26, 28, 30])(
    "claims several jobs for its caller, none twice (response %i)",
    async (nth) => {
      for (const tenant of ["aurora", "borealis", "cumulus"]) await queue.enqueue(aJob(clock, tenant, { tenant }));
      lose(nth);
      const jobs = await queue.claimBatch(
        { kinds: ["export"], lanes: ["short"], worker: "w", leaseMs: 30_000, maxRunningPerShop: 1 },
        3,
      );
      expect(jobs.map(({ id, fence }) => [id, fence])).toEqual([
        ["aurora", 1],
        ["borealis", 1],
        ["cumulus", 1],
      ]);
    },
  );

  it.each(answers)("completes a job and confirms it (response %i)", async (nth) => {
    await queue.enqueue(aJob(clock, "j1"));
    const job = await claimOne(queue);
    lose(nth);
    expect(await queue.complete(job)).toBe(true);
    expect(await watcher.getStatus("j1")).toBe("completed");
    await watcher.enqueue(aJob(clock, "j2"));
    expect(await claimAll(watcher)).toEqual(["j2"]);
  });

  it.each(answers)("reschedules a job once and confirms it (response %i)", async (nth) => {
    await queue.enqueue(aJob(clock, "j1"));
    const job = await claimOne(queue);
    lose(nth);
    expect(await queue.reschedule(job, 0, { page: 2 })).toBe(true);
    expect(await claimOne(watcher)).toMatchObject({ id: "j1", fence: 2, attempts: 1, payload: { page: 2 } });
  });

  it.each(answers)("extends a lease and confirms it (response %i)", async (nth) => {
    await queue.enqueue(aJob(clock, "j1"));
    const job = await claimOne(queue);
    clock.advance(20_000);
    lose(nth);
    expect(await queue.extendLease(job, 30_000)).toBe(true);
    clock.advance(20_000);
    expect(await claimAll(watcher)).toEqual([]);
    expect(await queue.complete(job)).toBe(true);
  });

  it.each(answers)("revives a dead job and confirms it (response %i)", async (nth) => {
    await queue.enqueue(aJob(clock, "j1"));
    await queue.deadLetter(await claimOne(queue), "Broken.");
    lose(nth);
    expect(await queue.revive("j1")).toBe(true);
    expect(await claimOne(watcher)).toMatchObject({ id: "j1", fence: 2, attempts: 1 });
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFakeClock, type FakeClock } from "#infra/memory/clock.ts";
import { createMongoWorkQueue } from "#infra/mongodb/queue/work-queue.ts";
import type { ClaimOptions, WorkQueue } from "#infra/ports/work-queue.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import { createClosing, mongoUrl, ownDatabase } from "./support.ts";
import { aJob, claimOne, onClock, wanted } from "./work-queue-support.ts";

const url = mongoUrl() ?? "";
const shops = ["aurora", "borealis", "cumulus", "dune"];

describe.skipIf(url === "")("Two processes that share a work queue over MongoDB", () => {
  const closing = createClosing();
  let clock: FakeClock;
  let database: string;
  beforeEach(() => {
    clock = createFakeClock();
    database = ownDatabase();
  });
  afterEach(() => closing.closeAll());
  const open = async () => createMongoWorkQueue(await closing.mongo(url, { database, ...onClock(clock) }), clock);

  it.each([
    { perTurn: 1, most: 1, atLeast: 1 },
    { perTurn: 2, most: 5, atLeast: 2 },
  ])(
    "do each job once, lose none, and keep each shop's limit ($perTurn a turn, $most at once)",
    async ({ perTurn, most, atLeast }) => {
      const system = createSystemClock();
      const openReal = async () => createMongoWorkQueue(await closing.mongo(url, { database }), system);
      const queues = [await openReal(), await openReal()];
      const ids = Array.from({ length: 160 }, (_, n) => `j${n}`);
      const [one = await openReal()] = queues;
      await Promise.all(
        ids.map((id, n) =>
          one.enqueue(aJob(clock, id, { tenant: shops[n % 4] ?? "", dueAt: new Date(Date.now() - 1_000 + n) })),
        ),
      );
      const running = new Map<string, number>();
      const done: string[] = [];
      let mostRunning = 0;
      const count = (tenant: string, by: number) => {
        const now = (running.get(tenant) ?? 0) + by;
        running.set(tenant, now);
        mostRunning = Math.max(mostRunning, now);
      };
      const options: ClaimOptions = { ...wanted, maxRunningPerShop: 3, maxPerTurn: perTurn };
      const work = async (queue: WorkQueue) => {
        for (let idle = 0; done.length < ids.length && idle < 2_000; ) {
          const jobs = await queue.claimBatch(options, most);
          idle = jobs.length === 0 ? idle + 1 : 0;
          for (const { tenant } of jobs) count(tenant, 1);
          for (const job of jobs) {
            expect(await queue.extendLease(job, 30_000)).toBe(true);
            count(job.tenant, -1);
            expect(await queue.complete(job)).toBe(true);
            done.push(job.id);
          }
        }
      };
      await Promise.all(queues.flatMap((queue) => [queue, queue, queue]).map(work));
      expect(done.toSorted()).toEqual(ids.toSorted());
      expect(mostRunning).toBeLessThanOrEqual(3);
      expect(mostRunning).toBeGreaterThanOrEqual(atLeast);
    },
  );

  it("find each other's new jobs without a signal", async () => {
    const [one, other] = [await open(), await open()];
    expect(await other.claim(wanted)).toBeUndefined();
    const waiting = other.waitForJobs(60_000, AbortSignal.timeout(60_000));
    await one.enqueue(aJob(clock, "j1"));
    await waiting;
    expect((await claimOne(other)).id).toBe("j1");
  });

  it("make a shop wait for a dead worker only as long as its lease, even if the clock was set back since", async () => {
    const [one, other] = [await open(), await open()];
    await one.enqueue(aJob(clock, "j1"));
    await claimOne(one);
    clock.jump(-3_600_000);
    expect(await other.claim(wanted)).toBeUndefined();
    clock.advance(30_000);
    expect((await claimOne(other)).id).toBe("j1");
  });

  it("make a shop wait only as long for a process that died before it had claimed a job", async () => {
    const queue = await open();
    const { db } = await closing.mongo(url, { database, ...onClock(clock) });
    const until = clock.wall().getTime() + 30_000;
    const running = [{ claim: "dead", kind: "export", until, lasts: 30_000 }];
    await db.collection<{ _id: string }>("job_shops").insertOne({ _id: "aurora", version: 1, running } as never);
    await queue.enqueue(aJob(clock, "j1"));
    clock.jump(-3_600_000);
    expect(await queue.claim(wanted)).toBeUndefined();
    clock.advance(30_000);
    expect((await claimOne(queue)).id).toBe("j1");
  });

  it("keep a shop's limit even after a jump of the clock", async () => {
    const [one, other] = [await open(), await open()];
    for (const id of ["j1", "j2"]) await one.enqueue(aJob(clock, id));
    await other.claim({ ...wanted, kinds: ["nothing"] });
    const held = await claimOne(one);
    clock.jump(3_600_000);
    expect(await other.claim(wanted)).toBeUndefined();
    expect(await one.complete(held)).toBe(true);
    expect((await claimOne(other)).id).toBe("j2");
  });
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openMongo } from "#infra/mongodb/client.ts";
import { createMongoWorkQueue } from "#infra/mongodb/queue/work-queue.ts";
import { recordClaimable } from "#infra/mongodb/queue/work-queue-job-groups.ts";
import { type JobDocument, openQueueStore } from "#infra/mongodb/queue/work-queue-store.ts";
import type { WorkQueue } from "#infra/ports/work-queue.ts";
import { createSqliteWorkQueue } from "#infra/sqlite/queue/work-queue.ts";
import { openStateDatabase } from "#infra/sqlite/state/state-database.ts";
import { createSystemClock } from "#infra/system/clock.ts";
import type { SetUp } from "./engines-set-ups.ts";
import { fill, wanted } from "./queue.ts";

const shops = 1_000;
const atOnce = 1_000;

/** A queue in which so many jobs of 1,000 shops are due, and its end. */
type Filled = { queue: WorkQueue; end(): Promise<unknown> };

const inSqlite = async (jobs: number): Promise<Filled> => {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-bench-"));
  const db = openStateDatabase(join(folder, "state.db"));
  await fill(db, { name: "due", jobs, shops }, Date.now());
  const queue = createSqliteWorkQueue(db, createSystemClock());
  return {
    queue,
    async end() {
      await queue.close();
      db.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Jobs as enqueuing stores them. `fill` gives the nth job its shop and lane. */
const documentOf = (n: number, dueAt: number): JobDocument => ({
  _id: `j${n}`,
  kind: "export",
  lane: n % 3 === 0 ? "long" : "short",
  tenant: `shop-${n % shops}`,
  dueAt,
  payload: "{}",
  enqueuedAt: 0,
  state: "ready",
  at: dueAt,
  since: 0,
  lasts: 0,
  fence: 0,
  putDown: 0,
  worker: null,
  claim: null,
  change: `c${n}`,
  diedOf: null,
});

const inMongo = async (url: string, jobs: number): Promise<Filled> => {
  const clock = createSystemClock();
  const mongo = await openMongo({ url, clock });
  const store = await openQueueStore(mongo, clock);
  const dueFrom = Date.now() - jobs;
  const lines = new Map<string, JobDocument>();
  for (let n = 0; n < jobs; n += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, jobs - n) }, (_, of) => documentOf(n + of, dueFrom + n + of));
    await mongo.call(() => store.jobs.insertMany(some));
    for (const job of some) {
      const line = `${job.tenant} ${job.lane}`;
      if (!lines.has(line)) lines.set(line, job);
    }
  }
  for (const job of lines.values()) await recordClaimable(store, job, { firstDue: job.dueAt });
  const queue = await createMongoWorkQueue(mongo, clock);
  return {
    queue,
    async end() {
      await queue.close();
      await mongo.close();
    },
  };
};

/** Enough, whatever it has cost, ms. */
const patience = 20_000;

/**
 * Claims a second, one at a time, where so many jobs of 1,000 shops are due; what was claimed is completed outside the time. It ends after `most`
 * claims, or after 20 s of them.
 */
export const claimRate = async (setUp: SetUp, jobs: number, most: number): Promise<number> => {
  const { settings, end } = await setUp.fresh();
  const { MONGODB_URL: url } = settings;
  const filled = url === undefined ? await inSqlite(jobs) : await inMongo(url, jobs);
  try {
    let [time, claims] = [0, 0];
    for (; claims < most && time < patience; claims += 1) {
      const started = performance.now();
      const job = await filled.queue.claim(wanted);
      time += performance.now() - started;
      if (!job) throw new Error("There was nothing to claim.");
      await filled.queue.complete(job);
    }
    return (claims * 1_000) / time;
  } finally {
    await filled.end();
    await end();
  }
};

import type { Collection } from "mongodb";
import { type Clock, createJumpMeter } from "../../ports/clock.ts";
import type { ClaimedJob } from "../../ports/work-queue.ts";
import { createBestEffort } from "../best-effort.ts";
import type { Mongo } from "../client.ts";

/**
 * `ready`: claimable at any time; `later`: when due; `pausing`: after its pause; `leased`: held. `returned`: not in its
 * job group yet; after a kill, found like an expired lease. `completed` and `dead` are remembered for 30 days.
 */
export type JobState = "ready" | "later" | "pausing" | "returned" | "leased" | "completed" | "dead";

/** Times are ms since 1970. */
export type JobDocument = {
  _id: string;
  kind: string;
  lane: string;
  tenant: string;
  dueAt: number;
  payload: string;
  enqueuedAt: number;
  state: JobState;
  /** Sort key: when the job is due (`ready`, `later`), its pause or lease ends, or it ended. */
  at: number;
  /** Start and length of the lease or pause; for `ready`, when it became free. */
  since: number;
  lasts: number;
  fence: number;
  putDown: number;
  worker: string | null;
  claim: string | null;
  /** Random number: shows after a lost response if the change was made. */
  change: string;
  diedOf: string | null;
};

/** Summary of a job group. It may promise too much, never too little (ADR 26). */
export type JobGroupDocument = {
  _id: string;
  kind: string;
  lane: string;
  tenant: string;
  /** The shop's last turn, or an earlier one. */
  turn: number;
  /** Grows with every note: a look writes its result only if nothing was noted since. */
  note: number;
  /** `firstDue`: when the first claimable job was due. */
  ready: boolean;
  firstDue?: number;
  /** When the next job may be claimable: business and wall time. */
  nextDue?: number;
  nextRetry?: number;
};

/** Permit to run a job, taken before the job and released after it. */
export type Permit = { claim: string; kind: string; until: number; lasts: number };
export type ShopDocument = { _id: string; version: number; running: Permit[] };

/** Business and wall time, ms. */
export type Times = { now: number; wall: number };

export type QueueStore = {
  mongo: Mongo;
  jobs: Collection<JobDocument>;
  jobGroups: Collection<JobGroupDocument>;
  shops: Collection<ShopDocument>;
  turns: Collection<{ _id: string; turn: number }>;
  times(): Promise<Times>;
  /** Time by which the shared clock was set since the last call, ms. */
  measureClockJump(): Promise<number>;
  runBestEffort(work: () => Promise<unknown>): Promise<void>;
};

/**
 * Business time tells which jobs are due; leases and pauses use the server's clock. Every query of a claim has an
 * index.
 */
export const openQueueStore = async (mongo: Mongo, clock: Clock): Promise<QueueStore> => {
  const { db } = mongo;
  await mongo.ensureIndexes("jobs", [
    // First jobs of a job group, open jobs of a shop.
    { key: { kind: 1, tenant: 1, state: 1, lane: 1, at: 1, _id: 1 } },
    // Expired and live leases, dead jobs, jobs to forget.
    { key: { state: 1, at: 1 } },
    // Pages of open jobs.
    { key: { state: 1, dueAt: 1, _id: 1 } },
  ]);
  await mongo.ensureIndexes("job_lines", [
    { key: { kind: 1, lane: 1, ready: 1, turn: 1, firstDue: 1, tenant: 1 } },
    { key: { kind: 1, lane: 1, nextDue: 1 } },
    { key: { kind: 1, lane: 1, nextRetry: 1 } },
    { key: { tenant: 1, kind: 1 } },
  ]);
  let lastReading = { wall: new Date(0), steady: 0 };
  let meter: (() => number) | undefined;
  const wallNow = () => mongo.time.now();
  return {
    mongo,
    jobs: db.collection("jobs"),
    jobGroups: db.collection("job_lines"),
    shops: db.collection("job_shops"),
    turns: db.collection("job_turns"),
    times: async () => ({ wall: await wallNow(), now: clock.now().getTime() }),
    async measureClockJump() {
      lastReading = { wall: new Date(await wallNow()), steady: clock.steady() };
      meter ??= createJumpMeter({ wall: () => lastReading.wall, steady: () => lastReading.steady });
      return meter();
    },
    runBestEffort: createBestEffort(
      mongo,
      (reason) =>
        `A job's line or its shop's place could not be noted (${reason}). It corrects itself when the job's lease or pause ends.`,
    ),
  };
};

/** Maps a claimed job. Every claim raises the fence, and counts as an attempt unless the job was rescheduled. */
export const claimedJob = (job: JobDocument): ClaimedJob => ({
  id: job._id,
  kind: job.kind,
  lane: job.lane,
  tenant: job.tenant,
  dueAt: new Date(job.dueAt),
  payload: JSON.parse(job.payload),
  fence: job.fence,
  enqueuedAt: new Date(job.enqueuedAt),
  attempts: job.fence - job.putDown,
});

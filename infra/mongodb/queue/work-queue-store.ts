import type { Collection } from "mongodb";
import { type Clock, createJumpMeter } from "../../ports/clock.ts";
import type { ClaimedJob } from "../../ports/work-queue.ts";
import { createAfterwards } from "../afterwards.ts";
import type { Mongo } from "../client.ts";

/**
 * `ready`: claimable whatever the clocks show; `later`: when it is due; `pausing`: when its pause is over. `leased`: somebody's, until its
 * lease has run out. `returned`: given back, and not in its line yet; who was killed there left it so, and once its pause is over it is found as
 * ended leases are. `completed` and `dead` are ended, and known for 30 days.
 */
export type JobState = "ready" | "later" | "pausing" | "returned" | "leased" | "completed" | "dead";

/** Times are ms since 1970. */
export type JobDocument = {
  _id: string;
  kind: string;
  lane: string;
  tenant: string;
  dueAt: number;
  /** JSON. */
  payload: string;
  enqueuedAt: number;
  state: JobState;
  /** Its place among those of its state: when it is due (`ready`, `later`), when its pause or its lease is over, when it ended. */
  at: number;
  /** When a lease or a pause was given, and how long it lasts from then; of what is `ready`, since when it is free again. */
  since: number;
  lasts: number;
  fence: number;
  putDown: number;
  worker: string | null;
  /** Its holder's place among those of its shop that run ({@link ShopDocument}). */
  claim: string | null;
  /** Drawn at random for every change: who got no answer sees by it whether the change was made. */
  change: string;
  diedOf: string | null;
};

/** What is known of the jobs of one kind, lane and shop: it may promise too much, and never too little (ADR 26). */
export type LineDocument = {
  _id: string;
  kind: string;
  lane: string;
  tenant: string;
  /** When its shop had its last turn, or less. */
  turn: number;
  /** Grows with every note: what was seen is only written where nobody has noted anything since. */
  note: number;
  /** Something in it can be claimed; what of that is due first. */
  ready: boolean;
  firstDue?: number;
  /** When else something may be. Business and wall time. */
  nextDue?: number;
  nextRetry?: number;
};

/** A place among a shop's running jobs: taken before the job is, given back after it. */
export type Place = { claim: string; kind: string; until: number; lasts: number };
export type ShopDocument = { _id: string; version: number; running: Place[] };

/** Business and wall time, ms. */
export type Times = { now: number; wall: number };

export type QueueStore = {
  mongo: Mongo;
  jobs: Collection<JobDocument>;
  lines: Collection<LineDocument>;
  shops: Collection<ShopDocument>;
  turns: Collection<{ _id: string; turn: number }>;
  times(): Promise<Times>;
  /** By how many ms the clock that all share was set since it was last asked; 0: it only ran. */
  jump(): Promise<number>;
  /** {@link createAfterwards} */
  afterwards(work: () => Promise<unknown>): Promise<void>;
};

/**
 * The queue's collections, with their indexes: every question of a claim is answered by one of them, from where it begins. `clock.now` tells
 * what is due; leases and pauses go by the server's clock.
 */
export const openQueueStore = async (mongo: Mongo, clock: Clock): Promise<QueueStore> => {
  const { db } = mongo;
  await mongo.ensureIndexes("jobs", [
    // The first of a line, and a shop's open jobs.
    { key: { kind: 1, tenant: 1, state: 1, lane: 1, at: 1, _id: 1 } },
    // Leases that have run out or are live, the dead, and what is to be forgotten.
    { key: { state: 1, at: 1 } },
    // Open jobs in the order in which they are due, for whoever looks at a page of them.
    { key: { state: 1, dueAt: 1, _id: 1 } },
  ]);
  await mongo.ensureIndexes("job_lines", [
    { key: { kind: 1, lane: 1, ready: 1, turn: 1, firstDue: 1, tenant: 1 } },
    { key: { kind: 1, lane: 1, nextDue: 1 } },
    { key: { kind: 1, lane: 1, nextRetry: 1 } },
    { key: { tenant: 1, kind: 1 } },
  ]);
  let shown = { wall: new Date(0), steady: 0 };
  let meter: (() => number) | undefined;
  const wallNow = () => mongo.time.now();
  return {
    mongo,
    jobs: db.collection("jobs"),
    lines: db.collection("job_lines"),
    shops: db.collection("job_shops"),
    turns: db.collection("job_turns"),
    times: async () => ({ wall: await wallNow(), now: clock.now().getTime() }),
    async jump() {
      shown = { wall: new Date(await wallNow()), steady: clock.steady() };
      meter ??= createJumpMeter({ wall: () => shown.wall, steady: () => shown.steady });
      return meter();
    },
    afterwards: createAfterwards(
      mongo,
      (reason) =>
        `A job's line or its shop's place could not be noted (${reason}). It sets itself right when the job's lease or pause is over.`,
    ),
  };
};

/** Every claim counts a fence, and an attempt unless it was put down. */
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

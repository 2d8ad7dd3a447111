import type { JsonObject } from "./json.ts";

export type Job = {
  /** Derived from the job's cause. Enqueuing a known id does nothing, even after completion. */
  id: string;
  kind: string;
  lane: string;
  /** A shop: claims go round robin over tenants. */
  tenant: string;
  /** Business time from which the job is due; orders due jobs. */
  dueAt: Date;
  /** The job is due at any time; `dueAt` only orders it. For requests made while the clock may have been ahead. */
  atOnce?: boolean;
  payload: JsonObject;
};

export type ClaimedJob = Omit<Job, "atOnce"> & {
  /** Grows with every claim; the highest fence is valid. */
  fence: number;
  /** Wall time of enqueuing. Fences restart when a forgotten id comes again; this tells its claims apart. */
  enqueuedAt: Date;
  /** Claims including this one, without reschedules ({@link WorkQueue.reschedule}). */
  attempts: number;
};

export type DeadJob = Pick<Job, "id" | "kind" | "tenant"> & {
  attempts: number;
  diedAt: Date;
  reason: string;
};

/**
 * A job that is neither completed nor dead. `waiting`: claimable, for the last `waitedFor` ms (else 0); `later`: not
 * due; `pausing`: before another attempt.
 */
export type OpenJob = Pick<Job, "id" | "kind" | "lane" | "tenant" | "dueAt"> & {
  state: "waiting" | "later" | "pausing" | "running";
  waitedFor: number;
  enqueuedAt: Date;
  /** Wall time when the job's pause or lease ends, if any. */
  until: Date | undefined;
  attempts: number;
};

/** All conditions must hold. `minWaitMs`: claimable for so long. `dueFrom` is inclusive, `dueBefore` exclusive. */
export type OpenJobsQuery = {
  id?: string;
  kind?: string;
  tenant?: string;
  state?: OpenJob["state"];
  minWaitMs?: number;
  dueFrom?: Date;
  dueBefore?: Date;
  /** Orders by `dueAt`, ties by id. Default: the earliest first. */
  descending?: boolean;
  offset?: number;
  limit: number;
};

export type ClaimOptions = {
  kinds: readonly string[];
  lanes: readonly string[];
  worker: string;
  leaseMs: number;
  maxRunningPerShop?: number;
  /** For {@link WorkQueue.claimBatch}: a shop's jobs per turn, default 1. */
  maxPerTurn?: number;
};

/**
 * Queue of jobs. They change atomically, each on its own. Every call sees all writes acknowledged before it began, from
 * any process; counts and lists are not snapshots. All users of a queue share one `clock.wall`. Calls with a claimed
 * job return false when its lease was lost (another fence, or completed).
 * Setting the clock neither takes a job from a live holder nor leaves one waiting. No lease or pause ends later than
 * its own length from now. Leases live before a jump forward get their whole length again.
 */
export type WorkQueue = {
  /** Returns false for a known id. Either way claims can find the job, even if an earlier call was killed halfway. */
  enqueue(job: Job): Promise<boolean>;
  /**
   * Takes the first due job of the shop whose last claim of these kinds is longest ago. Concurrent claims may take jobs
   * of one shop in a row. Skips shops with `maxRunningPerShop` leases of these kinds; a dead worker's permit may count
   * until its lease would have ended. Leases go by wall time. The cost doesn't depend on the number of due jobs.
   */
  claim(options: ClaimOptions): Promise<ClaimedJob | undefined>;
  /**
   * Makes up to `maxJobs` claims for little more than one's price. `maxPerTurn`: a shop in turn gives up to that many
   * jobs of one kind and lane, for work that is cheaper in groups. Only an empty result means that nothing else is due.
   */
  claimBatch(options: ClaimOptions, maxJobs: number): Promise<ClaimedJob[]>;
  extendLease(job: ClaimedJob, leaseMs: number): Promise<boolean>;
  complete(job: ClaimedJob): Promise<boolean>;
  /** Ends a failed attempt: claimable after `delay` ms of wall time. */
  scheduleRetry(job: ClaimedJob, delay: number): Promise<boolean>;
  /** Like {@link scheduleRetry}, but this claim counts as no attempt. A given payload replaces the old one. */
  reschedule(job: ClaimedJob, delay: number, payload?: JsonObject): Promise<boolean>;
  /**
   * Frees a dead worker's jobs at once; the attempts are lost. Returns how many. If the worker lives after all, it
   * keeps the jobs nobody claimed since.
   */
  releaseLeases(worker: string): Promise<number>;
  /** Gives a job up: nobody claims it again. It is remembered as long as a completed one. */
  deadLetter(job: ClaimedJob, reason: string): Promise<boolean>;
  /** Lists dead jobs, newest first. */
  listDead(limit: number): Promise<DeadJob[]>;
  countDead(): Promise<Record<string, number>>;
  /** Makes a dead job claimable at once, attempts reset. Returns false when there is none. */
  revive(id: string): Promise<boolean>;
  /** Marks a dead job as completed. Returns false when there is none. */
  drop(id: string): Promise<boolean>;
  /** Status of a job. Undefined if never enqueued or forgotten. */
  getStatus(id: string): Promise<"open" | "completed" | "dead" | undefined>;
  /** Frees a completed job's id. Returns false for any other job, dead ones included. */
  forget(id: string): Promise<boolean>;
  /** Counts a shop's jobs that are neither completed nor dead. */
  countOpen(options: { tenant: string; kinds: readonly string[] }): Promise<{ waiting: number; running: number }>;
  /** Lists one page, and counts all. Only for people: may read all open jobs. */
  listOpenJobs(query: OpenJobsQuery): Promise<{ jobs: OpenJob[]; total: number }>;
  /** Lists open jobs of a kind with a live lease, for clean-up. */
  listLiveLeases(kind: string): Promise<ClaimedJob[]>;
  /**
   * Resolves when a job may be claimable, or after `timeout` ms: at once for this object's jobs, within a second for
   * another process's. `claims`: claims that found nothing; jobs that came since count at once, those that fell due
   * within a second. May resolve early.
   */
  waitForJobs(
    timeout: number,
    signal: AbortSignal,
    claims?: readonly Pick<ClaimOptions, "kinds" | "lanes">[],
  ): Promise<void>;
  close(): Promise<void>;
};

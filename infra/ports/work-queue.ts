import type { JsonObject } from "./json.ts";

export type Job = {
  /** Derived from the job's cause: enqueuing the same id again does nothing, even after completion. */
  id: string;
  kind: string;
  lane: string;
  /** Claims go round robin over tenants. The queue's comments call them shops. */
  tenant: string;
  /** Business time. Also the order among due jobs. */
  dueAt: Date;
  /**
   * Due whatever the clock says; `dueAt` only gives the order. For requests from a machine whose clock may have been
   * ahead.
   */
  atOnce?: boolean;
  payload: JsonObject;
};

export type ClaimedJob = Omit<Job, "atOnce"> & {
  /** Grows with every claim: of two holders the higher fence wins. */
  fence: number;
  /** Wall time. Fences restart when a forgotten job is enqueued again; this time keeps claims of an id distinct. */
  enqueuedAt: Date;
  /** Number of claims, this one included, without reschedules ({@link WorkQueue.reschedule}). */
  attempts: number;
};

export type DeadJob = Pick<Job, "id" | "kind" | "tenant"> & {
  attempts: number;
  /** Wall time. */
  diedAt: Date;
  reason: string;
};

/**
 * A job that is neither completed nor dead. `waiting`: claimable now, and for the last `waitedFor` ms (0 in all other
 * states); `later`: not due; `pausing`: waits for another attempt.
 */
export type OpenJob = Pick<Job, "id" | "kind" | "lane" | "tenant" | "dueAt"> & {
  state: "waiting" | "later" | "pausing" | "running";
  waitedFor: number;
  /** Wall time. */
  enqueuedAt: Date;
  /** Wall time: end of its pause or its lease; otherwise undefined. */
  until: Date | undefined;
  /** Like {@link ClaimedJob}'s, so far. */
  attempts: number;
};

/**
 * All given conditions must hold. `minWaitMs`: claimable for at least this many ms. `dueFrom` is inclusive, `dueBefore`
 * exclusive.
 */
export type OpenJobsQuery = {
  id?: string;
  kind?: string;
  tenant?: string;
  state?: OpenJob["state"];
  minWaitMs?: number;
  dueFrom?: Date;
  dueBefore?: Date;
  /** By `dueAt`, ties by id; default: first due first. */
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
  /** For {@link WorkQueue.claimBatch}: most jobs of its shop per turn, default 1. */
  maxPerTurn?: number;
  /**
   * For {@link WorkQueue.claimBatch}: among this many shops next in turn, those whose jobs this object gave before come
   * first, default 0. A hint that a queue may ignore, for work that profits from what a process remembers of a shop.
   */
  affinityWindow?: number;
};

/**
 * Each job changes on its own: one atomic change decides who holds it. Every call sees all writes answered before it
 * began, from any process; counts and lists are not snapshots. All who share a queue share one `clock.wall`.
 *
 * Setting the clock, forward or back, neither takes a job from a live holder nor leaves one waiting. No lease or pause
 * ever lies further ahead than its own length. Leases that were live before a jump forward get their whole length
 * again.
 */
export type WorkQueue = {
  /**
   * False when the id was known already. Either way claims can find the job by then, even if an earlier call was killed
   * halfway.
   */
  enqueue(job: Job): Promise<boolean>;
  /**
   * Takes the first due job of the shop whose last claim of these kinds is longest ago. Concurrent claims may see the
   * same turns, and take jobs of one shop in a row. Shops with `maxRunningPerShop` leases of these kinds are passed
   * over; a dead worker's permit may count until its lease would have ended. The lease lasts `leaseMs` ms of wall
   * time. The cost doesn't depend on the number of due jobs.
   */
  claim(options: ClaimOptions): Promise<ClaimedJob | undefined>;
  /**
   * Up to `maxJobs` claims in a row for little more than the price of one. With `maxPerTurn` a shop in turn gives up to that
   * many jobs of one kind and lane, first due first: for work that is cheaper in groups of one shop. With
   * `affinityWindow` each object may pass over a shop once for those that it knows. Fewer than `maxJobs` don't mean that
   * nothing else is due; only an empty answer does.
   */
  claimBatch(options: ClaimOptions, maxJobs: number): Promise<ClaimedJob[]>;
  /** False when the lease was lost (another fence, or completed). */
  extendLease(job: ClaimedJob, leaseMs: number): Promise<boolean>;
  /** False when the lease was lost. */
  complete(job: ClaimedJob): Promise<boolean>;
  /**
   * Returns the job after a failed attempt, claimable again after `delay` ms of wall time. False when the lease was
   * lost.
   */
  scheduleRetry(job: ClaimedJob, delay: number): Promise<boolean>;
  /**
   * Reschedules the job like {@link scheduleRetry}, but this claim counts as no attempt. A given payload replaces the old
   * one.
   */
  reschedule(job: ClaimedJob, delay: number, payload?: JsonObject): Promise<boolean>;
  /**
   * Ends the leases of a dead worker, so that its jobs are free at once; the attempts are lost. Answers how many. A
   * worker that lives after all keeps the jobs that nobody has claimed in the meantime.
   */
  releaseLeases(worker: string): Promise<number>;
  /**
   * Dead-letters the job: nobody claims it again, and it is remembered for as long as a completed one. False when the
   * lease was lost.
   */
  deadLetter(job: ClaimedJob, reason: string): Promise<boolean>;
  /** Newest first. */
  listDead(limit: number): Promise<DeadJob[]>;
  /** Number of dead jobs by kind. */
  countDead(): Promise<Record<string, number>>;
  /** Makes a dead job claimable at once, with its attempts reset. False when there is no such dead job. */
  revive(id: string): Promise<boolean>;
  /** Ends a dead job for good: it then counts as completed. False when there is no such dead job. */
  drop(id: string): Promise<boolean>;
  /** Undefined if it was never enqueued or is forgotten. */
  getStatus(id: string): Promise<"open" | "completed" | "dead" | undefined>;
  /**
   * Forgets a completed job at once, so that its id can be enqueued again. False for any other job, dead ones included.
   */
  forget(id: string): Promise<boolean>;
  /** Jobs of a shop that are neither completed nor dead. */
  countOpen(options: { tenant: string; kinds: readonly string[] }): Promise<{ waiting: number; running: number }>;
  /** A page and the total. For people: it may read all open jobs. */
  listOpenJobs(query: OpenJobsQuery): Promise<{ jobs: OpenJob[]; total: number }>;
  /** The open jobs of a kind with a live lease, for clean-up tasks. */
  listLiveLeases(kind: string): Promise<ClaimedJob[]>;
  /**
   * Resolves when a job may be claimable, after `timeout` ms at the latest: at once if it came through this object,
   * within a second if another process enqueued or returned it. `claims`: claims that found nothing; jobs that came
   * since then count, and within a second jobs that fell due. May resolve early.
   */
  waitForJobs(
    timeout: number,
    signal: AbortSignal,
    claims?: readonly Pick<ClaimOptions, "kinds" | "lanes">[],
  ): Promise<void>;
  close(): Promise<void>;
};

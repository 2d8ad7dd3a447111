import type { JsonObject } from "./json.ts";

export type Job = {
  /** Derived from the job's cause. Enqueuing a known id does nothing, even after completion. */
  id: string;
  kind: string;
  lane: string;
  /** Claims go round robin over tenants, called shops here. */
  tenant: string;
  /** Business time; also the order among due jobs. */
  dueAt: Date;
  /** Due at any time; `dueAt` only orders. For requests from a machine whose clock may have been ahead. */
  atOnce?: boolean;
  payload: JsonObject;
};

export type ClaimedJob = Omit<Job, "atOnce"> & {
  /** Grows with every claim: the higher fence wins. */
  fence: number;
  /** Wall time. Fences restart when a forgotten id is enqueued again; this keeps its claims distinct. */
  enqueuedAt: Date;
  /** Claims including this one, without reschedules ({@link WorkQueue.reschedule}). */
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
  /** Wall time when its pause or lease ends, if it has one. */
  until: Date | undefined;
  /** Like {@link ClaimedJob}'s, so far. */
  attempts: number;
};

/**
 * All given conditions must hold. `minWaitMs`: claimable for at least this long. `dueFrom` is inclusive, `dueBefore`
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
  /** Sorts by `dueAt`, ties by id. The default is first due first. */
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
  /** For {@link WorkQueue.claimBatch}: most jobs of a shop per turn, default 1. */
  maxPerTurn?: number;
  /**
   * For {@link WorkQueue.claimBatch}: among this many shops next in turn, prefers those whose jobs this object gave
   * before; default 0. A hint that a queue may ignore, for work that profits from cached data of a shop.
   */
  affinityWindow?: number;
};

/**
 * Each job changes on its own, atomically. Every call sees all writes answered before it began, from any process;
 * counts and lists are not snapshots. All users of a queue share one `clock.wall`.
 *
 * Setting the clock neither takes a job from a live holder nor leaves one waiting. No lease or pause lies further ahead
 * than its own length. Leases that were live before a jump forward get their whole length again.
 */
export type WorkQueue = {
  /**
   * Returns false when the id was already known. Either way claims can find the job by then, even if an earlier call
   * was killed halfway.
   */
  enqueue(job: Job): Promise<boolean>;
  /**
   * Takes the first due job of the shop whose last claim of these kinds is longest ago. Concurrent claims may take jobs
   * of one shop in a row. Skips shops with `maxRunningPerShop` leases of these kinds; a dead worker's permit may count
   * until its lease would have ended. The lease lasts `leaseMs` ms of wall time. The cost doesn't depend on the number
   * of due jobs.
   */
  claim(options: ClaimOptions): Promise<ClaimedJob | undefined>;
  /**
   * Makes up to `maxJobs` claims for little more than the price of one. With `maxPerTurn` a shop in turn gives up to
   * that many jobs of one kind and lane: for work that is cheaper in groups. With `affinityWindow` each object may pass
   * over a shop once for familiar ones. Only an empty result means that nothing else is due.
   */
  claimBatch(options: ClaimOptions, maxJobs: number): Promise<ClaimedJob[]>;
  /** Returns false when the lease was lost (another fence, or completed). */
  extendLease(job: ClaimedJob, leaseMs: number): Promise<boolean>;
  /** Returns false when the lease was lost. */
  complete(job: ClaimedJob): Promise<boolean>;
  /**
   * Releases the job after a failed attempt, claimable after `delay` ms of wall time. Returns false when the lease was
   * lost.
   */
  scheduleRetry(job: ClaimedJob, delay: number): Promise<boolean>;
  /**
   * Releases the job like {@link scheduleRetry}, but this claim counts as no attempt. A given payload replaces the old
   * one.
   */
  reschedule(job: ClaimedJob, delay: number, payload?: JsonObject): Promise<boolean>;
  /**
   * Ends the leases of a dead worker and frees its jobs at once; the attempts are lost. Returns how many. A worker that
   * lives after all keeps the jobs that nobody has claimed since.
   */
  releaseLeases(worker: string): Promise<number>;
  /**
   * Dead-letters the job: nobody claims it again. It is remembered as long as a completed one. Returns false when the
   * lease was lost.
   */
  deadLetter(job: ClaimedJob, reason: string): Promise<boolean>;
  /** Newest first. */
  listDead(limit: number): Promise<DeadJob[]>;
  /** Counts dead jobs by kind. */
  countDead(): Promise<Record<string, number>>;
  /** Makes a dead job claimable at once and resets its attempts. Returns false when there is none. */
  revive(id: string): Promise<boolean>;
  /** Marks a dead job as completed. Returns false when there is none. */
  drop(id: string): Promise<boolean>;
  /** Returns undefined if the job was never enqueued or is forgotten. */
  getStatus(id: string): Promise<"open" | "completed" | "dead" | undefined>;
  /**
   * Forgets a completed job, so that its id can be enqueued again. Returns false for any other job, dead ones included.
   */
  forget(id: string): Promise<boolean>;
  /** Counts a shop's jobs that are neither completed nor dead. */
  countOpen(options: { tenant: string; kinds: readonly string[] }): Promise<{ waiting: number; running: number }>;
  /** Lists a page and counts all. For people: may read all open jobs. */
  listOpenJobs(query: OpenJobsQuery): Promise<{ jobs: OpenJob[]; total: number }>;
  /** Lists the open jobs of a kind with a live lease, for clean-up. */
  listLiveLeases(kind: string): Promise<ClaimedJob[]>;
  /**
   * Resolves when a job may be claimable, or after `timeout` ms: at once for this object's jobs, within a second for
   * another process's. `claims`: claims that found nothing; jobs that came since then count at once, those that fell
   * due within a second. May resolve early.
   */
  waitForJobs(
    timeout: number,
    signal: AbortSignal,
    claims?: readonly Pick<ClaimOptions, "kinds" | "lanes">[],
  ): Promise<void>;
  close(): Promise<void>;
};

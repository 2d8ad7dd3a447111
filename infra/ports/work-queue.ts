import type { JsonObject } from "./json.ts";

export type Job = {
  /** Derived from the job's cause: a second enqueue of the same id does nothing, also after completion. */
  id: string;
  kind: string;
  lane: string;
  /** Claims go round robin over tenants: wherever the queue speaks of a shop, it means one. */
  tenant: string;
  /** Business time. Also the order among what is due. */
  dueAt: Date;
  /**
   * Due whatever the clock says: `dueAt` then only tells its place. For what was asked for by somebody whose clock may have been ahead. What
   * is due when it is enqueued stays due without it.
   */
  atOnce?: boolean;
  payload: JsonObject;
};

export type ClaimedJob = Omit<Job, "atOnce"> & {
  /** Grows with every claim of this job: of two holders the higher one is right. */
  fence: number;
  /**
   * Wall time. A job that was forgotten and is enqueued again counts its fences anew: with this one, no two claims of an id are alike, and a
   * holder of before holds nothing of it.
   */
  enqueuedAt: Date;
  /** How often it was claimed, this time included and without the times it was put down. */
  attempts: number;
};

/** A job that was given up: nobody claims it any more. */
export type DeadJob = Pick<Job, "id" | "kind" | "tenant"> & {
  /** How often it was tried. */
  attempts: number;
  /** Wall time. */
  diedAt: Date;
  reason: string;
};

/**
 * A job that is neither completed nor dead, for whoever looks at the queue. `waiting`: it can be claimed now, and could for `waitedFor` ms, which is 0
 * of all others; `later`: it is not due; `pausing`: it waits for another attempt.
 */
export type OpenJob = Pick<Job, "id" | "kind" | "lane" | "tenant" | "dueAt"> & {
  state: "waiting" | "later" | "pausing" | "running";
  waitedFor: number;
  /** Wall time. */
  enqueuedAt: Date;
  /** Wall time: when its pause is over, or its lease; of others undefined. */
  until: Date | undefined;
  /** As of a claimed one, so far. */
  attempts: number;
};

/** What is given must all hold. `waitedFor`: that it could be claimed for so many ms. `dueFrom` is included, `dueBefore` is not. */
export type OpenJobsQuery = {
  id?: string;
  kind?: string;
  tenant?: string;
  state?: OpenJob["state"];
  waitedFor?: number;
  dueFrom?: Date;
  dueBefore?: Date;
  /** By `dueAt`, ties by id; default: what is due first comes first. */
  descending?: boolean;
  offset?: number;
  limit: number;
};

export type ClaimOptions = {
  kinds: readonly string[];
  lanes: readonly string[];
  worker: string;
  leaseFor: number;
  maxRunningPerShop?: number;
  /** Of {@link WorkQueue.claimSome}: how many jobs of its shop one turn may take, default 1. */
  perTurn?: number;
  /**
   * Of {@link WorkQueue.claimSome}: among so many shops whose turn is next, those that this object gave jobs of before come first, default 0. A
   * hint that a queue may leave aside: for work of which a process remembers what it knows of a shop.
   */
  familiarAmong?: number;
};

/**
 * A job changes by itself: who has it is decided by one atomic change of it alone. Every call sees what was answered before it was asked,
 * whoever asked for that; counts and lists are not of one moment. `clock.wall` is one clock for all who share a queue.
 *
 * A clock that is set, forward or back, neither takes a job from a live holder nor lets one wait: no lease and no pause ever lies further
 * ahead than its own length, and leases that were live before a jump forward get their whole length again.
 */
export type WorkQueue = {
  /** False when the id was known already. Whichever is answered, the job can be claimed by then, also where an earlier call was killed at it. */
  enqueue(job: Job): Promise<boolean>;
  /**
   * Takes one due job: of the shop whose last claim of these kinds is longest ago, the one due first. Of claims at one moment several may
   * see the same turns, and take jobs of one shop in a row. Shops with `maxRunningPerShop` leases of these kinds are passed over; a place whose
   * worker died may count until its lease would have ended. The lease lasts `leaseFor` ms of wall time. Costs the same however many jobs are due.
   */
  claim(options: ClaimOptions): Promise<ClaimedJob | undefined>;
  /**
   * Up to `most` claims in a row, as {@link claim} makes them, for little more than the price of one. With `perTurn` a shop whose turn it is
   * gives up to so many jobs of one kind and lane, those due first, before the next one has its turn: for what costs less for several of a
   * shop. With `familiarAmong` a shop may be passed over once by each that it knows among so many. Fewer than `most` do not mean that nothing else is due: that is so where there is none.
   */
  claimSome(options: ClaimOptions, most: number): Promise<ClaimedJob[]>;
  /** False when the lease was lost (another fence, or completed). */
  extend(job: ClaimedJob, leaseFor: number): Promise<boolean>;
  /** False when the lease was lost. */
  complete(job: ClaimedJob): Promise<boolean>;
  /** Gives the job back after an attempt in vain, claimable again after `delay` ms of wall time. False when the lease was lost. */
  retryAfter(job: ClaimedJob, delay: number): Promise<boolean>;
  /** As {@link retryAfter}, but this claim is no attempt. What it must know then is its new payload. */
  putDown(job: ClaimedJob, delay: number, payload?: JsonObject): Promise<boolean>;
  /**
   * Ends the leases of a worker that is known to be dead, so that its jobs are handed on at once; the attempts are lost. Answers how many. One
   * that lives after all goes on with what nobody has claimed meanwhile, and has lost the rest.
   */
  letGo(worker: string): Promise<number>;
  /** Gives the job up: it is claimed no more, and is known as dead for as long as a completed one is known. False when the lease was lost. */
  bury(job: ClaimedJob, reason: string): Promise<boolean>;
  /** The dead ones, the newest first, `limit` at most. */
  dead(limit: number): Promise<DeadJob[]>;
  /** How many are dead, by kind. */
  countDead(): Promise<Record<string, number>>;
  /** Makes a dead job claimable at once, its attempts counted anew. False when there is no such dead job. */
  revive(id: string): Promise<boolean>;
  /** Ends a dead job for good: from then on it is known as a completed one. False when there is no such dead job. */
  drop(id: string): Promise<boolean>;
  /** What became of a job; undefined of one that was never enqueued, or is forgotten. */
  standing(id: string): Promise<"open" | "completed" | "dead" | undefined>;
  /** Forgets a completed job at once, so that its id can be enqueued again. False when there is no such completed job; a dead one is none. */
  forget(id: string): Promise<boolean>;
  /** Jobs of a shop that are neither completed nor dead. */
  countOpen(options: { tenant: string; kinds: readonly string[] }): Promise<{ waiting: number; running: number }>;
  /** A page of the open jobs, and how many there are of them. For people: it may read all that are open. */
  openJobs(query: OpenJobsQuery): Promise<{ jobs: OpenJob[]; total: number }>;
  /** The open jobs of a kind with a live lease, for janitors. */
  liveLeases(kind: string): Promise<ClaimedJob[]>;
  /**
   * Resolves when a job may be claimable, at the latest after `timeout` ms: at once when it came through this object, within a second when
   * another process enqueued it or gave it back. `claims`: those that found nothing; jobs that came since then count, and within a second jobs
   * that fell due for them. May resolve early.
   */
  wait(timeout: number, signal: AbortSignal, claims?: readonly Pick<ClaimOptions, "kinds" | "lanes">[]): Promise<void>;
  close(): Promise<void>;
};

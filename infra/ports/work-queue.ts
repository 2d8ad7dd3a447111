import type { JsonObject } from "./json.ts";

export type Job = {
  /** Derived from the job's cause: a second enqueue of the same id does nothing, also after completion. */
  id: string;
  kind: string;
  lane: string;
  /** The tenant; claims go round robin over shops. */
  shop: string;
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
  /** How often it was claimed, this time included and without the times it was put down. */
  attempts: number;
};

/** A job that was given up: nobody claims it any more. */
export type DeadJob = Pick<Job, "id" | "kind" | "shop"> & {
  /** How often it was tried. */
  attempts: number;
  /** Wall time. */
  diedAt: Date;
  reason: string;
};

/**
 * A clock that is set, forward or back, neither takes a job from a live holder nor lets one wait: no lease and no pause ever lies further
 * ahead than its own length, and leases that were live before a jump forward get their whole length again.
 */
export type WorkQueue = {
  /** False when the id was known already. */
  enqueue(job: Job): Promise<boolean>;
  /**
   * Takes one due job by one atomic update: of the shop whose last claim of these kinds is longest ago, the one due first.
   * Shops with `maxRunningPerShop` leases of these kinds are passed over. The lease lasts `leaseFor` ms of wall time. Costs the same
   * however many jobs are due.
   */
  claim(options: {
    kinds: readonly string[];
    lanes: readonly string[];
    worker: string;
    leaseFor: number;
    maxRunningPerShop?: number;
  }): Promise<ClaimedJob | undefined>;
  /** False when the lease was lost (another fence, or completed). */
  extend(job: ClaimedJob, leaseFor: number): Promise<boolean>;
  /** False when the lease was lost. */
  complete(job: ClaimedJob): Promise<boolean>;
  /** Gives the job back after an attempt in vain, claimable again after `delay` ms of wall time. False when the lease was lost. */
  retryAfter(job: ClaimedJob, delay: number): Promise<boolean>;
  /** As {@link retryAfter}, but this claim is no attempt. What it must know then is its new payload. */
  putDown(job: ClaimedJob, delay: number, payload?: JsonObject): Promise<boolean>;
  /** Gives the job up: it is claimed no more, and is known as dead for as long as a completed one is known. False when the lease was lost. */
  bury(job: ClaimedJob, reason: string): Promise<boolean>;
  /** The dead ones, the newest first, `limit` at most. */
  dead(limit: number): Promise<DeadJob[]>;
  /** How many are dead, by kind. */
  countDead(): Promise<Record<string, number>>;
  /** Makes a dead job claimable at once, its attempts counted anew. False when there is no such dead job. */
  revive(id: string): Promise<boolean>;
  /** Jobs of a shop that are neither completed nor dead. */
  countOpen(options: { shop: string; kinds: readonly string[] }): Promise<{ waiting: number; running: number }>;
  /** The open jobs of a kind with a live lease, for janitors. */
  liveLeases(kind: string): Promise<ClaimedJob[]>;
  /** Resolves when a job may be claimable (enqueued here or by another process), at the latest after `timeout` ms. */
  wait(timeout: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
};

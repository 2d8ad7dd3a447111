import type { JsonObject } from "./json.ts";

export type Job = {
  /** Derived from the job's cause: a second enqueue of the same id does nothing, also after completion. */
  id: string;
  kind: string;
  lane: string;
  /** The tenant; claims go round robin over shops. */
  shop: string;
  /** Business time. */
  dueAt: Date;
  payload: JsonObject;
};

export type ClaimedJob = Job & {
  /** Grows with every claim of this job: of two holders the higher one is right. */
  fence: number;
  /** How often it was claimed, this time included. */
  attempts: number;
};

export type WorkQueue = {
  /** False when the id was known already. */
  enqueue(job: Job): Promise<boolean>;
  /**
   * Takes one due job by one atomic update: round robin over shops, then by dueAt.
   * Shops with `maxRunningPerShop` leases of these kinds are passed over. The lease lasts `leaseFor` ms of wall time.
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
  /** Gives the job back, claimable again after `delay` ms of wall time. False when the lease was lost. */
  retryAfter(job: ClaimedJob, delay: number): Promise<boolean>;
  /** Jobs of a shop that are not completed. */
  countOpen(options: { shop: string; kinds: readonly string[] }): Promise<{ waiting: number; running: number }>;
  /** The open jobs of a kind with a live lease, for janitors. */
  liveLeases(kind: string): Promise<ClaimedJob[]>;
  /** Resolves when a job may be claimable (enqueued here or by another process), at the latest after `timeout` ms. */
  wait(timeout: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
};

import type { ClaimedJob } from "#infra/ports/work-queue.ts";

/** Kinds of jobs that exporters do. */
export const jobKinds = {
  sort: "sort-export",
  export: "export",
  expire: "expire-export",
  cancel: "cancel-export",
} as const;

/** Exports up to this many orders go to the short lane (design section 5). */
export const shortLaneOrders = 2_000;

export const jobIdOf = (kind: (typeof jobKinds)[keyof typeof jobKinds], exportId: string): string =>
  `${kind}:${exportId}`;

/** What every job of an export carries. */
export type JobPayload = { exportId: string; tenant: string; correlation: string; causation: string };

/** @throws {Error} the payload is none of ours */
export const payloadOf = (job: ClaimedJob): JobPayload => {
  const { exportId, tenant, correlation, causation } = job.payload;
  if (
    typeof exportId !== "string" ||
    typeof tenant !== "string" ||
    typeof correlation !== "string" ||
    typeof causation !== "string"
  ) {
    throw new Error(`The payload of job ${job.id} is none that exporters know. Remove the job by hand.`);
  }
  return { exportId, tenant, correlation, causation };
};

/** What becomes of a job after its handler: done, or claimable again after so many ms. `gone`: another worker has it. */
export type Outcome = { kind: "done" } | { kind: "again"; delay: number } | { kind: "gone" };
export const done: Outcome = { kind: "done" };
export const gone: Outcome = { kind: "gone" };
export const again = (delay: number): Outcome => ({ kind: "again", delay });

/** Does one claimed job; `signal` aborts when the process must end or the lease is lost. */
export type JobHandler = (job: ClaimedJob, signal: AbortSignal) => Promise<Outcome>;

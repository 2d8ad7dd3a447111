import { readPayload } from "#application/jobs/read-payload.ts";
import type { ClaimedJob, Job, WorkQueue } from "#infra/ports/work-queue.ts";

export const jobKinds = { plan: "plan-automation", advance: "advance-run" } as const;
export const schedulerLane = "schedule";

/** `correlation` is shared by all that follows from one cause. */
export type PlanPayload = { tenant: string; automationId: string; correlation: string; causation: string };
export type AdvancePayload = PlanPayload & { runId: string };

const payloadShape = { tenant: "string", automationId: "string", correlation: "string", causation: "string" } as const;
const reader = "the scheduler";

/** @throws {Error} the payload is not valid */
export const readPlanPayload = (job: Pick<ClaimedJob, "id" | "payload">): PlanPayload =>
  readPayload(job, payloadShape, reader);

/** @throws {Error} the payload is not valid */
export const readAdvancePayload = (job: Pick<ClaimedJob, "id" | "payload">): AdvancePayload =>
  readPayload(job, { ...payloadShape, runId: "string" }, reader);

const idIn = ({ id, kind }: Pick<ClaimedJob, "id" | "kind">): string => id.slice(kind.length + 1).split(":")[0] ?? "";

/** Reads the report from the job's id, as its payload may be invalid. */
export const identifyPlan = (job: Pick<ClaimedJob, "id" | "kind" | "tenant">): PlanPayload => ({
  tenant: job.tenant,
  automationId: idIn(job),
  correlation: job.id,
  causation: job.id,
});

/** Reads the run's id from a job's. */
export const identifyRun = (job: Pick<ClaimedJob, "id" | "kind">): string => idIn(job);

type When = {
  /** The event or instant that needs the job. It decides the job's id, so a repeat adds no second job. */
  cause: string;
  dueAt: Date;
  atOnce?: true;
};

/** Job that checks an automated report. */
export const planJob = (payload: PlanPayload, { cause, ...when }: When): Job => ({
  id: `${jobKinds.plan}:${payload.automationId}:${cause}`,
  kind: jobKinds.plan,
  lane: schedulerLane,
  tenant: payload.tenant,
  ...when,
  payload,
});

/** Job that checks a run. */
export const toAdvanceJob = (payload: AdvancePayload, { cause, ...when }: When): Job => ({
  id: `${jobKinds.advance}:${payload.runId}:${cause}`,
  kind: jobKinds.advance,
  lane: schedulerLane,
  tenant: payload.tenant,
  ...when,
  payload,
});

/** Due at an instant, ISO UTC. */
export const dueAtInstant = (instant: string): When => ({ cause: instant, dueAt: new Date(instant) });

/**
 * Enqueues a job. If a job with this id has completed, it is replaced: it ran too early, because the clock was ahead
 * and has been set back since.
 */
export const ensureJob = async (
  queue: Pick<WorkQueue, "enqueue" | "getStatus" | "forget">,
  job: Job,
): Promise<void> => {
  if (await queue.enqueue(job)) return;
  if ((await queue.getStatus(job.id)) !== "completed") return;
  await queue.forget(job.id);
  await queue.enqueue(job);
};

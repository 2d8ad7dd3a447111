import { readPayload } from "#application/jobs/read-payload.ts";
import type { ClaimedJob, Job, WorkQueue } from "#infra/ports/work-queue.ts";

export const jobKinds = { plan: "plan-automation", advance: "advance-run" } as const;
export const schedulerLane = "schedule";

/** Payload for an automated report. `correlation` is the same for everything that follows from one cause. */
export type PlanPayload = { tenant: string; automationId: string; correlation: string; causation: string };
export type AdvancePayload = PlanPayload & { runId: string };

const ofReport = { tenant: "string", automationId: "string", correlation: "string", causation: "string" } as const;
const reader = "schedulers know";

/** @throws {Error} the payload is not valid */
export const readPlanPayload = (job: Pick<ClaimedJob, "id" | "payload">): PlanPayload =>
  readPayload(job, ofReport, reader);

/** @throws {Error} the payload is not valid */
export const readAdvancePayload = (job: Pick<ClaimedJob, "id" | "payload">): AdvancePayload =>
  readPayload(job, { ...ofReport, runId: "string" }, reader);

const idIn = ({ id, kind }: Pick<ClaimedJob, "id" | "kind">): string => id.slice(kind.length + 1).split(":")[0] ?? "";

/** Payload of a plan job, built from its id and shop alone, as its own payload may be invalid. */
export const identifyPlan = (job: Pick<ClaimedJob, "id" | "kind" | "tenant">): PlanPayload => ({
  tenant: job.tenant,
  automationId: idIn(job),
  correlation: job.id,
  causation: job.id,
});

/** Run id from an advance job's id. The run's state names its report. */
export const identifyRun = (job: Pick<ClaimedJob, "id" | "kind">): string => idIn(job);

/** `cause`: the event or instant that needs the job. The job's id derives from it, so a repeat adds no second job. */
type When = { cause: string; dueAt: Date; atOnce?: true };

/** A job that checks an automated report and decides then what to do. */
export const planJob = (payload: PlanPayload, { cause, ...when }: When): Job => ({
  id: `${jobKinds.plan}:${payload.automationId}:${cause}`,
  kind: jobKinds.plan,
  lane: schedulerLane,
  tenant: payload.tenant,
  ...when,
  payload,
});

/** A job that checks a run. */
export const toAdvanceJob = (payload: AdvancePayload, { cause, ...when }: When): Job => ({
  id: `${jobKinds.advance}:${payload.runId}:${cause}`,
  kind: jobKinds.advance,
  lane: schedulerLane,
  tenant: payload.tenant,
  ...when,
  payload,
});

/** For a job due at an instant (ISO UTC). */
export const dueAtInstant = (instant: string): When => ({ cause: instant, dueAt: new Date(instant) });

/**
 * Ensures there is an open job. A completed job of the same id ran too early, by a clock that was since set back; it is
 * replaced.
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

import { readPayload } from "#application/jobs/read-payload.ts";
import type { ClaimedJob, Job, WorkQueue } from "#infra/ports/work-queue.ts";

/** Kinds of jobs that schedulers do. */
export const jobKinds = { plan: "plan-automation", advance: "advance-run" } as const;
export const schedulerLane = "schedule";

/** Of an automated report, or of a run of one. `correlation`: the same for all that follows from one cause. */
export type PlanPayload = { tenant: string; automationId: string; correlation: string; causation: string };
export type AdvancePayload = PlanPayload & { runId: string };

const ofReport = { tenant: "string", automationId: "string", correlation: "string", causation: "string" } as const;
const known = "schedulers know";

/** @throws {Error} the payload is none of ours */
export const planPayloadOf = (job: Pick<ClaimedJob, "id" | "payload">): PlanPayload =>
  readPayload(job, ofReport, known);

/** @throws {Error} the payload is none of ours */
export const advancePayloadOf = (job: Pick<ClaimedJob, "id" | "payload">): AdvancePayload =>
  readPayload(job, { ...ofReport, runId: "string" }, known);

const named = ({ id, kind }: Pick<ClaimedJob, "id" | "kind">): string => id.slice(kind.length + 1).split(":")[0] ?? "";

/** The same by a job's own id and shop, where its payload may be what is wrong: the report of a plan. */
export const planNamed = (job: Pick<ClaimedJob, "id" | "kind" | "tenant">): PlanPayload => ({
  tenant: job.tenant,
  automationId: named(job),
  correlation: job.id,
  causation: job.id,
});

/** The run of a look at a run; its report the run knows. */
export const runNamed = (job: Pick<ClaimedJob, "id" | "kind">): string => named(job);

/** `cause`: what the row is for, an event or an instant; its id derives from it, so that hearing of that twice makes one row. */
type When = { cause: string; dueAt: Date; atOnce?: true };

/** A look at an automated report: what is to be done for it is decided then. */
export const planJob = (payload: PlanPayload, { cause, ...when }: When): Job => ({
  id: `${jobKinds.plan}:${payload.automationId}:${cause}`,
  kind: jobKinds.plan,
  lane: schedulerLane,
  tenant: payload.tenant,
  ...when,
  payload,
});

/** A look at a run. */
export const advanceJob = (payload: AdvancePayload, { cause, ...when }: When): Job => ({
  id: `${jobKinds.advance}:${payload.runId}:${cause}`,
  kind: jobKinds.advance,
  lane: schedulerLane,
  tenant: payload.tenant,
  ...when,
  payload,
});

/** The row of an instant (ISO UTC). */
export const dueAtInstant = (instant: string): When => ({ cause: instant, dueAt: new Date(instant) });

/**
 * Sees that there is a row for something to come. One of that id that was done already came too early, by a clock that was set back since.
 */
export const ensureRow = async (queue: Pick<WorkQueue, "enqueue" | "standing" | "forget">, job: Job): Promise<void> => {
  if (await queue.enqueue(job)) return;
  if ((await queue.standing(job.id)) !== "completed") return;
  await queue.forget(job.id);
  await queue.enqueue(job);
};

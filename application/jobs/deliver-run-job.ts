import type { ClaimedJob, Job } from "#infra/ports/work-queue.ts";
import { readPayload } from "./read-payload.ts";

export const deliverRunKind = "deliver-run";
/**
 * Kind for runs sent by e-mail, with its own concurrency limit, so that a slow mail server doesn't delay FTP or
 * webhooks. Ids of its jobs begin with {@link deliverRunKind} as well.
 */
export const mailRunKind = "mail-run";
export const deliverLane = "deliver";

/** One attempt to deliver a run's output. For `try` and `attempt` see `nextStep` (domain/run/next-step.ts). */
export type DeliverRunPayload = {
  tenant: string;
  automationId: string;
  runId: string;
  try: number;
  attempt: number;
  correlation: string;
  causation: string;
};

/** Id of an attempt's job, so that repeated enqueues are no-ops. */
export const deliverRunId = ({
  runId,
  try: ofTry,
  attempt,
}: Pick<DeliverRunPayload, "runId" | "try" | "attempt">): string => `${deliverRunKind}:${runId}:${ofTry}:${attempt}`;

/** Reads what a job is about from its id, when its payload is broken. Undefined for other ids. */
export const identifyDeliverRun = ({ id, tenant }: Pick<ClaimedJob, "id" | "tenant">) => {
  const [, runId, ofTry, attempt] = new RegExp(`^${deliverRunKind}:(.+):(\\d+):(\\d+)$`).exec(id) ?? [];
  if (runId === undefined) return undefined;
  return { tenant, runId, try: Number(ofTry), attempt: Number(attempt), correlation: id, causation: id };
};

/** Creates the job for one attempt. `byMail`: its destination is e-mail. */
export const deliverRunJob = (payload: DeliverRunPayload, dueAt: Date, { byMail = false } = {}): Job => ({
  id: deliverRunId(payload),
  kind: byMail ? mailRunKind : deliverRunKind,
  lane: deliverLane,
  tenant: payload.tenant,
  dueAt,
  atOnce: true,
  payload: { ...payload },
});

const payloadShape = {
  tenant: "string",
  automationId: "string",
  runId: "string",
  try: "number",
  attempt: "number",
  correlation: "string",
  causation: "string",
} as const;

/** @throws {Error} the payload is malformed */
export const readDeliverRun = (job: Pick<ClaimedJob, "id" | "payload">): DeliverRunPayload =>
  readPayload(job, payloadShape, "the deliverer");

import type { ClaimedJob, Job } from "#infra/ports/work-queue.ts";
import { readPayload } from "./read-payload.ts";

export const deliverRunKind = "deliver-run";
/**
 * E-mail has its own permits: a slow mail server must not hold up other channels. These ids also begin with
 * {@link deliverRunKind}.
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

/** One id per attempt, so repeated enqueues are no-ops. */
export const deliverRunId = ({
  runId,
  try: ofTry,
  attempt,
}: Pick<DeliverRunPayload, "runId" | "try" | "attempt">): string => `${deliverRunKind}:${runId}:${ofTry}:${attempt}`;

/** For a job with a broken payload. Undefined if the id has another form. */
export const identifyDeliverRun = ({ id, tenant }: Pick<ClaimedJob, "id" | "tenant">) => {
  const [, runId, ofTry, attempt] = new RegExp(`^${deliverRunKind}:(.+):(\\d+):(\\d+)$`).exec(id) ?? [];
  if (runId === undefined) return undefined;
  return { tenant, runId, try: Number(ofTry), attempt: Number(attempt), correlation: id, causation: id };
};

/** Job of one attempt. `byMail`: the report is sent by e-mail now. */
export const deliverRunJob = (asked: DeliverRunPayload, dueAt: Date, { byMail = false } = {}): Job => ({
  id: deliverRunId(asked),
  kind: byMail ? mailRunKind : deliverRunKind,
  lane: deliverLane,
  tenant: asked.tenant,
  dueAt,
  atOnce: true,
  payload: { ...asked },
});

const ofRun = {
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
  readPayload(job, ofRun, "the deliverer knows");

import type { ClaimedJob, Job } from "#infra/ports/work-queue.ts";
import { readPayload } from "./read-payload.ts";

export const deliverRunKind = "deliver-run";
/**
 * E-mail deliveries have their own permits: a slow mail server must not hold up other channels. Their ids also begin
 * with {@link deliverRunKind}.
 */
export const mailRunKind = "mail-run";
export const deliverLane = "deliver";

/** One attempt to deliver the output of a run. For `try` and `attempt` see `nextStep` (domain/run/next-step.ts). */
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

/**
 * Identifies a job by its id and tenant alone, for when its payload is broken. Undefined if the id has another form.
 */
export const identifyDeliverRun = ({ id, tenant }: Pick<ClaimedJob, "id" | "tenant">) => {
  const [, runId, ofTry, attempt] = new RegExp(`^${deliverRunKind}:(.+):(\\d+):(\\d+)$`).exec(id) ?? [];
  if (runId === undefined) return undefined;
  return { tenant, runId, try: Number(ofTry), attempt: Number(attempt), correlation: id, causation: id };
};

/** Builds the job of one attempt. `byMail`: the report is currently sent by e-mail. */
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

import type { ClaimedJob, Job } from "#infra/ports/work-queue.ts";
import { readPayload } from "./read-payload.ts";

export const deliverRunKind = "deliver-run";
/** Deliveries by e-mail, which have places of their own: a slow mail server must not hold up other ways out. Their ids are of {@link deliverRunKind}. */
export const mailRunKind = "mail-run";
export const deliverLane = "deliver";

/** One attempt at delivering what a run has made; `try` and `attempt` as `nextStep` says them (domain/run/next-step.ts). */
export type DeliverRun = {
  tenant: string;
  automationId: string;
  runId: string;
  try: number;
  attempt: number;
  correlation: string;
  causation: string;
};

/** One for each attempt: whoever asks for it asks for the same one. */
export const deliverRunId = ({ runId, try: ofTry, attempt }: Pick<DeliverRun, "runId" | "try" | "attempt">): string =>
  `${deliverRunKind}:${runId}:${ofTry}:${attempt}`;

/** What a job is of by its own id and shop, where its payload may be what is wrong; undefined of an id that is none of ours. */
export const deliverRunNamed = ({ id, tenant }: Pick<ClaimedJob, "id" | "tenant">) => {
  const [, runId, ofTry, attempt] = new RegExp(`^${deliverRunKind}:(.+):(\\d+):(\\d+)$`).exec(id) ?? [];
  if (runId === undefined) return undefined;
  return { tenant, runId, try: Number(ofTry), attempt: Number(attempt), correlation: id, causation: id };
};

/** Makes the job of an attempt. `byMail`: the report goes out by e-mail at this moment. */
export const deliverRunJob = (asked: DeliverRun, dueAt: Date, { byMail = false } = {}): Job => ({
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

/** @throws {Error} the payload is none of ours */
export const deliverRunOf = (job: Pick<ClaimedJob, "id" | "payload">): DeliverRun =>
  readPayload(job, ofRun, "the deliverer knows");

import { toSupportMailId } from "#domain/support/message.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { ClaimedJob, Job } from "#infra/ports/work-queue.ts";

export const mailKind = "send-mail";
export const mailLane = "mail";

/** A merchant's message. `instant`: when it was written, ISO UTC. */
export type SupportMessage = {
  what: "support-message";
  tenant: string;
  messageId: string;
  messageRef: string;
  instant: string;
};

/** An automated report stopped after failures in a row (`Suspended`). `instant`: ISO UTC. */
export type SuspensionAlert = {
  what: "suspended";
  tenant: string;
  automationId: string;
  run: string;
  failedTries: number;
  reason: string;
  firstFailedAt: string;
  firstReason: string;
  instant: string;
};

/** A mail with references only: its text is composed on sending, so an earlier erasure takes effect. */
export type MailRequest = SupportMessage | SuspensionAlert;

const causeOf = (request: MailRequest): string =>
  request.what === "support-message" ? request.messageId : `suspended:${request.run}`;

/** Id of the mail; its form is permanent. */
export const toMailId = (request: MailRequest): string =>
  request.what === "support-message" ? toSupportMailId(request.messageId) : `suspended-${request.run}`;

/** The job's id derives from the mail's cause, so a repeated event sends one mail. */
export const mailJob = (request: MailRequest): Job => ({
  id: `${mailKind}:${causeOf(request)}`,
  kind: mailKind,
  lane: mailLane,
  tenant: request.tenant,
  dueAt: new Date(request.instant),
  atOnce: true,
  payload: { ...request },
});

const textFields = {
  "support-message": ["tenant", "messageId", "messageRef", "instant"],
  suspended: ["tenant", "automationId", "run", "reason", "firstFailedAt", "firstReason", "instant"],
} as const;

const isMailRequest = (payload: JsonObject): boolean => {
  const { what, failedTries } = payload;
  if (what !== "support-message" && what !== "suspended") return false;
  if (what === "suspended" && typeof failedTries !== "number") return false;
  return textFields[what].every((name) => typeof payload[name] === "string");
};

/** Reads the mail from a job; undefined if the payload isn't valid. */
export const parseMailRequest = ({ payload }: Pick<ClaimedJob, "payload">): MailRequest | undefined =>
  isMailRequest(payload) ? (payload as unknown as MailRequest) : undefined;

/** @throws {Error} the payload isn't a mail's */
export const readMailRequest = (job: Pick<ClaimedJob, "id" | "payload">): MailRequest => {
  const request = parseMailRequest(job);
  if (!request) throw new Error(`The payload of job ${job.id} isn't valid for the deliverer.`);
  return request;
};

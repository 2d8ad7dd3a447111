import { supportMailId } from "#domain/support/message.ts";
import type { JsonObject } from "#infra/ports/json.ts";
import type { ClaimedJob, Job } from "#infra/ports/work-queue.ts";

export const mailKind = "send-mail";
export const mailLane = "mail";

/** `instant`: when the merchant wrote it, ISO UTC. */
export type SupportMessage = {
  what: "support-message";
  tenant: string;
  messageId: string;
  messageRef: string;
  instant: string;
};

/** An automated report was stopped after failures in a row; as its event `Suspended` says. `instant`: when, ISO UTC. */
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

/** What is to be sent, as references: the words are put together when it is sent, so that an erasure before that counts. */
export type MailRequest = SupportMessage | SuspensionAlert;

/** What caused a mail, and so which mail it is. */
const causeOf = (request: MailRequest): string =>
  request.what === "support-message" ? request.messageId : `suspended:${request.run}`;

/** The id of a mail itself, the same however often it is sent. */
export const mailIdOf = (request: MailRequest): string =>
  request.what === "support-message" ? supportMailId(request.messageId) : `suspended-${request.run}`;

/** The job of a mail; its id derives from what caused it, so that hearing of that twice sends one mail. */
export const mailJob = (request: MailRequest): Job => ({
  id: `${mailKind}:${causeOf(request)}`,
  kind: mailKind,
  lane: mailLane,
  tenant: request.tenant,
  dueAt: new Date(request.instant),
  atOnce: true,
  payload: { ...request },
});

const texts = {
  "support-message": ["tenant", "messageId", "messageRef", "instant"],
  suspended: ["tenant", "automationId", "run", "reason", "firstFailedAt", "firstReason", "instant"],
} as const;

const isOurs = (payload: JsonObject): boolean => {
  const { what, failedTries } = payload;
  if (what !== "support-message" && what !== "suspended") return false;
  if (what === "suspended" && typeof failedTries !== "number") return false;
  return texts[what].every((name) => typeof payload[name] === "string");
};

/** Reads the request of a job; undefined if the payload is none of ours. */
export const mailRequestNamed = ({ payload }: Pick<ClaimedJob, "payload">): MailRequest | undefined =>
  isOurs(payload) ? (payload as unknown as MailRequest) : undefined;

/** @throws {Error} the payload is none of ours */
export const mailRequestOf = (job: Pick<ClaimedJob, "id" | "payload">): MailRequest => {
  const request = mailRequestNamed(job);
  if (!request) throw new Error(`The payload of job ${job.id} is none that the deliverer knows.`);
  return request;
};

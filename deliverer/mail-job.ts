import type { ClaimedJob, Job } from "#infra/ports/work-queue.ts";

export const mailKind = "send-mail";
export const mailLane = "mail";

/** What is to be sent, as references: the words are put together when it is sent, so that an erasure before that counts. */
export type MailRequest = {
  what: "support-message";
  tenant: string;
  messageId: string;
  messageRef: string;
  /** When the merchant wrote it, ISO UTC. */
  instant: string;
};

/** The job of a mail; its id derives from what caused it, so that hearing of that twice sends one mail. */
export const mailJob = (request: MailRequest): Job => ({
  id: `${mailKind}:${request.messageId}`,
  kind: mailKind,
  lane: mailLane,
  tenant: request.tenant,
  dueAt: new Date(request.instant),
  atOnce: true,
  payload: { ...request },
});

/** @throws {Error} the payload is none of ours */
export const mailRequestOf = ({ id, payload }: ClaimedJob): MailRequest => {
  const { what, tenant, messageId, messageRef, instant } = payload;
  if (
    what !== "support-message" ||
    typeof tenant !== "string" ||
    typeof messageId !== "string" ||
    typeof messageRef !== "string" ||
    typeof instant !== "string"
  )
    throw new Error(`The payload of job ${id} is none that the deliverer knows.`);
  return { what, tenant, messageId, messageRef, instant };
};

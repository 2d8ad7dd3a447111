import type { ClaimedJob, Job } from "#infra/ports/work-queue.ts";
import { deliverLane } from "./deliver-run-job.ts";
import { readPayload } from "./read-payload.ts";

export const deliverSampleKind = "deliver-sample";

/** Mails a finished sample of an automated report to its shop. `askedAt`: ISO UTC. */
export type DeliverSamplePayload = { tenant: string; automationId: string; exportId: string; askedAt: string };

/** The id of a sample's job and of its mail's record. A sample is sent once, however often that is requested. */
export const sampleMailId = (exportId: string): string => `${deliverSampleKind}:${exportId}`;

export const deliverSampleJob = (asked: DeliverSamplePayload): Job => ({
  id: sampleMailId(asked.exportId),
  kind: deliverSampleKind,
  lane: deliverLane,
  tenant: asked.tenant,
  dueAt: new Date(asked.askedAt),
  atOnce: true,
  payload: { ...asked },
});

/** @throws {Error} the payload is malformed */
export const readDeliverSample = (job: Pick<ClaimedJob, "id" | "payload">): DeliverSamplePayload =>
  readPayload(
    job,
    { tenant: "string", automationId: "string", exportId: "string", askedAt: "string" } as const,
    "the deliverer",
  );

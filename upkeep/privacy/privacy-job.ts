import { decodeEvent } from "#application/events/decode-event.ts";
import { readPayload } from "#application/jobs/read-payload.ts";
import { upkeepLane } from "#application/jobs/upkeep-lane.ts";
import { upcasters } from "#domain/event-schemas.ts";
import {
  forgetInputKind,
  forgetPeopleKind,
  forgetRequestKind,
  privacyRequestJobKind,
} from "#domain/retention/job-kinds.ts";
import type { Position, RecordedEvent } from "#infra/ports/stores/event-store.ts";
import type { ClaimedJob, Job } from "#infra/ports/work-queue.ts";

/** Payload of a request's job; the rest is in its stream. */
export type PrivacyJob = {
  privacyId: string;
  /** Position of the request's event. Exports before it existed already. */
  position: Position;
  correlation: string;
  causation: string;
};

const payloadShape = { privacyId: "string", position: "string", correlation: "string", causation: "string" } as const;

/** @throws {Error} the payload isn't valid */
export const readPrivacyJob = (job: ClaimedJob): PrivacyJob => readPayload(job, payloadShape, "upkeep");

export const carryOutJobId = (privacyId: string): string => `${privacyRequestJobKind}:${privacyId}`;

export const carryOutJob = (tenant: string, dueAt: Date, payload: PrivacyJob): Job => ({
  id: carryOutJobId(payload.privacyId),
  kind: privacyRequestJobKind,
  lane: upkeepLane,
  tenant,
  dueAt,
  atOnce: true,
  payload: { ...payload },
});

/** Creates a request's job from its received event. */
export const createRequestJob = (received: RecordedEvent): Job => {
  const { tenant, instant, correlation } = decodeEvent(received, upcasters).metadata;
  const { position, id: causation } = received;
  const privacyId = received.stream.replace(/^privacy-/, "");
  return carryOutJob(tenant, new Date(instant), { privacyId, position, correlation, causation });
};

const forgetJobOf = (kind: string) => (tenant: string, dueAt: Date, exportId: string) =>
  ({ id: `${kind}:${exportId}`, kind, lane: upkeepLane, tenant, dueAt, payload: { exportId } }) satisfies Job;

export const forgetPeopleJob = forgetJobOf(forgetPeopleKind);
export const forgetInputJob = forgetJobOf(forgetInputKind);

export const forgetRequestJob = (tenant: string, dueAt: Date, privacyId: string): Job => ({
  id: `${forgetRequestKind}:${privacyId}`,
  kind: forgetRequestKind,
  lane: upkeepLane,
  tenant,
  dueAt,
  payload: { privacyId },
});

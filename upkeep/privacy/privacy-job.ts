import { upkeepLane } from "#infra/app/jobs/upkeep-lane.ts";
import type { Position } from "#infra/ports/event-store.ts";
import type { ClaimedJob, Job } from "#infra/ports/work-queue.ts";

export const carryOutKind = "carry-out-privacy-request";
export const forgetPeopleKind = "forget-people";
export const forgetInputKind = "forget-input";

/** What the job of a request carries: everything else is in its stream. */
export type PrivacyJob = {
  privacyId: string;
  /** Where the request was recorded: what is before it was there already. */
  position: Position;
  correlation: string;
  causation: string;
};

/** @throws {Error} the payload is none of ours */
export const privacyJobOf = ({ id, payload }: ClaimedJob): PrivacyJob => {
  const { privacyId, position, correlation, causation } = payload;
  if (
    typeof privacyId !== "string" ||
    typeof position !== "string" ||
    typeof correlation !== "string" ||
    typeof causation !== "string"
  )
    throw new Error(`The payload of job ${id} is none that upkeep knows.`);
  return { privacyId, position, correlation, causation };
};

export const carryOutJob = (tenant: string, dueAt: Date, payload: PrivacyJob): Job => ({
  id: `${carryOutKind}:${payload.privacyId}`,
  kind: carryOutKind,
  lane: upkeepLane,
  tenant,
  dueAt,
  atOnce: true,
  payload: { ...payload },
});

const forgetting = (kind: string) => (tenant: string, dueAt: Date, exportId: string) =>
  ({ id: `${kind}:${exportId}`, kind, lane: upkeepLane, tenant, dueAt, payload: { exportId } }) satisfies Job;

export const forgetPeopleJob = forgetting(forgetPeopleKind);
export const forgetInputJob = forgetting(forgetInputKind);

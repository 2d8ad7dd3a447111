import { readPayload } from "#application/jobs/read-payload.ts";
import { expireExportKind } from "#domain/retention/job-kinds.ts";
import type { ClaimedJob } from "#infra/ports/work-queue.ts";

export const jobKinds = {
  chooseLane: "choose-lane",
  export: "export",
  expire: expireExportKind,
  cancel: "cancel-export",
} as const;

/** Exports up to this many orders go to the short lane (D-5). */
export const shortLaneOrders = 2_000;

export const toJobId = (kind: (typeof jobKinds)[keyof typeof jobKinds], exportId: string): string =>
  `${kind}:${exportId}`;

/** Ids of the jobs that can lead an export to its end. */
export const endingJobIds = (exportId: string): string[] =>
  [jobKinds.chooseLane, jobKinds.export, jobKinds.cancel].map((kind) => toJobId(kind, exportId));

export const parseExportId = ({ id, kind }: Pick<ClaimedJob, "id" | "kind">): string => id.slice(`${kind}:`.length);

export type JobPayload = { exportId: string; tenant: string; correlation: string; causation: string };

const payloadShape = { exportId: "string", tenant: "string", correlation: "string", causation: "string" } as const;

/** @throws {Error} the payload is not valid */
export const readExportPayload = (job: ClaimedJob): JobPayload => readPayload(job, payloadShape, "the exporter");

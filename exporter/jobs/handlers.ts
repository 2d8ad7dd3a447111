import type { JobKind } from "#application/jobs/job.ts";
import type { ClaimGroup } from "#application/jobs/run-jobs.ts";
import type { ExporterDeps } from "../deps.ts";
import { createCancelJob } from "./cancel-job.ts";
import { createChooseLaneJob } from "./choose-lane-job.ts";
import { createExpireJob } from "./expire-job.ts";
import { createExportJob } from "./export-job.ts";
import { jobKinds } from "./job.ts";
import { createOnDiscarded } from "./on-discarded.ts";

/** Exports of one shop at a time (D-5). */
const maxRunningPerShop = 2;

/**
 * Cancels have their own slots. Counting waits up to ten seconds for the platform, so one shop gets at most half of its
 * slots.
 */
export const claimsOf = (exportsAtOnce: number): readonly ClaimGroup[] => [
  { kinds: [jobKinds.cancel], atOnce: 4 },
  { kinds: [jobKinds.chooseLane], atOnce: 4, maxRunningPerShop: 2 },
  { kinds: [jobKinds.expire], atOnce: 1 },
  { kinds: [jobKinds.export], atOnce: exportsAtOnce, maxRunningPerShop },
];

export const createHandlers = (
  deps: ExporterDeps,
): Readonly<Record<(typeof jobKinds)[keyof typeof jobKinds], JobKind>> => ({
  "choose-lane": { run: createChooseLaneJob(deps), onDiscarded: createOnDiscarded(deps) },
  export: { run: createExportJob(deps), onDiscarded: createOnDiscarded(deps) },
  "expire-export": { run: createExpireJob(deps) },
  "cancel-export": { run: createCancelJob(deps) },
});

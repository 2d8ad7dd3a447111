import type { JobKind } from "#application/jobs/job.ts";
import type { Claim } from "#application/jobs/run-jobs.ts";
import type { ExporterDeps } from "../deps.ts";
import { createCancelJob } from "./cancel-job.ts";
import { createChooseLaneJob } from "./choose-lane-job.ts";
import { createExpireJob } from "./expire-job.ts";
import { createExportJob } from "./export-job.ts";
import { jobKinds } from "./job.ts";
import { createLastWord } from "./last-word.ts";

/** At most so many exports of one shop run at once (D-5). */
const maxRunningPerShop = 2;

/** Cancels wait for nothing else; counting waits up to ten seconds for the platform, so that one shop gets no more than half of the places. */
export const claimsOf = (exportsAtOnce: number): readonly Claim[] => [
  { kinds: [jobKinds.cancel], atOnce: 4 },
  { kinds: [jobKinds.chooseLane], atOnce: 4, maxRunningPerShop: 2 },
  { kinds: [jobKinds.expire], atOnce: 1 },
  { kinds: [jobKinds.export], atOnce: exportsAtOnce, maxRunningPerShop },
];

/** What an exporter does with each kind of its jobs. */
export const createHandlers = (
  deps: ExporterDeps,
): Readonly<Record<(typeof jobKinds)[keyof typeof jobKinds], JobKind>> => ({
  "choose-lane": { run: createChooseLaneJob(deps), lastWord: createLastWord(deps) },
  export: { run: createExportJob(deps), lastWord: createLastWord(deps) },
  "expire-export": { run: createExpireJob(deps) },
  "cancel-export": { run: createCancelJob(deps) },
});

import type { JobKind } from "#application/jobs/job.ts";
import type { ClaimGroup } from "#application/jobs/run-jobs.ts";
import { createAdvanceJob } from "./advance-run.ts";
import type { SchedulerDeps } from "./deps.ts";
import { jobKinds } from "./jobs.ts";
import { onAdvanceDiscarded, onPlanDiscarded } from "./on-discarded.ts";
import { createPlanJob } from "./plan-automation.ts";

/**
 * Separate claims, so that runs needn't wait for claims of slots, nor shops for each other. The limits are high because
 * these jobs only wait for the disk, and share commits.
 */
export const claims: readonly ClaimGroup[] = [
  { kinds: [jobKinds.plan], atOnce: 250, maxRunningPerShop: 4, maxPerTurn: 4 },
  { kinds: [jobKinds.advance], atOnce: 100, maxRunningPerShop: 4 },
];

/**
 * `cacheWeight` has room for the shops whose slots are being claimed, `packedWeight` for about ten thousand others,
 * compressed.
 */
export const runnerMemory = { cacheWeight: 12_000_000, pastWeight: 0, packedWeight: 40_000_000 };

export const createHandlers = (
  deps: SchedulerDeps,
): Readonly<Record<(typeof jobKinds)[keyof typeof jobKinds], JobKind>> => ({
  "plan-automation": { run: createPlanJob(deps), onDiscarded: onPlanDiscarded(deps) },
  "advance-run": { run: createAdvanceJob(deps), onDiscarded: onAdvanceDiscarded(deps) },
});

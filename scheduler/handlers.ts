import type { JobKind } from "#application/jobs/job.ts";
import type { Claim } from "#application/jobs/run-jobs.ts";
import { createAdvanceJob } from "./advance-run.ts";
import type { SchedulerDeps } from "./deps.ts";
import { lastWordOfAdvance, lastWordOfPlan } from "./give-up.ts";
import { jobKinds } from "./jobs.ts";
import { createPlanJob } from "./plan-automation.ts";

/**
 * Runs are not kept waiting by reports that are claimed, nor one shop by another's hundred. So many at once because all they wait for is the disk,
 * and those that wait together wait once.
 */
export const claims: readonly Claim[] = [
  { kinds: [jobKinds.plan], atOnce: 250, maxRunningPerShop: 4, perTurn: 4, familiarAmong: 700 },
  { kinds: [jobKinds.advance], atOnce: 100, maxRunningPerShop: 4 },
];

/**
 * Bounds of the states that a scheduler's runner keeps: those of the shops whose slots are under way, and deflated those of some ten thousand shops, for which
 * it works in turn. It asks for no version but the newest.
 */
export const runnerMemory = { cacheWeight: 12_000_000, pastWeight: 0, packedWeight: 40_000_000 };

/** What a scheduler does with each kind of its jobs. */
export const createHandlers = (
  deps: SchedulerDeps,
): Readonly<Record<(typeof jobKinds)[keyof typeof jobKinds], JobKind>> => ({
  "plan-automation": { run: createPlanJob(deps), lastWord: lastWordOfPlan(deps) },
  "advance-run": { run: createAdvanceJob(deps), lastWord: lastWordOfAdvance(deps) },
});

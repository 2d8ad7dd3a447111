import { type Refusal, refuse } from "../core/decider.ts";
import { deriveUuid, type Sha256 } from "../core/ids.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { withoutLimits } from "../schedule/slots.ts";
import { refuseParallelRun } from "./claim.ts";
import type { CatchUp, ManualCause } from "./events.ts";
import type { PlanningContext } from "./planning/next-decision.ts";
import { newestPeriod } from "./planning/phases.ts";
import { scheduleFunctions } from "./planning/schedule-functions.ts";

/** Derives the id from the command, so a repeat finds the same run. */
export const deriveManualRunId = (
  sha256: Sha256,
  { automationId, cause, commandId }: { automationId: string; cause: ManualCause; commandId: string },
): string => deriveUuid(sha256, "run", automationId, cause, commandId);

/** Returns undefined if allowed. A suspended report can be tested. */
export const refuseTest = ({ phases, state }: PlanningContext<Schedule>): Refusal | undefined => {
  if (phases.at(-1)?.enabled !== true) return refuse("rule", "Start the automated report to make a test run");
  return refuseParallelRun(state);
};

/** Returns undefined if allowed. */
export const refuseResend = ({ phases, state }: PlanningContext<Schedule>): Refusal | undefined =>
  phases.at(-1)?.enabled === true
    ? refuseParallelRun(state)
    : refuse("rule", "The automated report is paused. Start it, then send this report again.");

/**
 * The slot of a test run: the newest past one, else as if the schedule had no start and end.
 * @throws {UnknownTimezone}
 */
export const testedPeriod = (schedule: Schedule, now: string): CatchUp | undefined =>
  newestPeriod(schedule, now, scheduleFunctions) ?? newestPeriod(withoutLimits(schedule), now, scheduleFunctions);

import { type Refusal, refuse } from "../core/decider.ts";
import { derivedUuid, type Sha256 } from "../core/ids.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { withoutLimits } from "../schedule/slots.ts";
import { refuseBesideAnother } from "./claim.ts";
import type { ByHandCause, CatchUp } from "./events.ts";
import type { Outlook } from "./planning/next-decision.ts";
import { newestPeriod } from "./planning/phases.ts";
import { plannedSlots } from "./planning/planned.ts";

/** The id of a manual run. It derives from the command, so a repeat finds the same run. */
export const byHandRunIdOf = (
  sha256: Sha256,
  { automationId, cause, commandId }: { automationId: string; cause: ByHandCause; commandId: string },
): string => derivedUuid(sha256, "run", automationId, cause, commandId);

/** Refuses a test run now; undefined if allowed. A suspended report can be tested, to see if the cause is fixed. */
export const refuseTest = ({ phases, state }: Outlook<Schedule>): Refusal | undefined => {
  if (phases.at(-1)?.enabled !== true) return refuse("rule", "Start the automated report to make a test run");
  return refuseBesideAnother(state);
};

/** Refuses to send a report again now; undefined if allowed. */
export const refuseAgain = ({ phases, state }: Outlook<Schedule>): Refusal | undefined =>
  phases.at(-1)?.enabled === true
    ? refuseBesideAnother(state)
    : refuse("rule", "The automated report is paused. Start it, then send this report again.");

/**
 * Chooses the slot of a test run: the newest past slot of the saved schedule. Without one, the schedule's start
 * and end are ignored.
 * @throws {UnknownTimezone}
 */
export const testedPeriod = (schedule: Schedule, now: string): CatchUp | undefined =>
  newestPeriod(schedule, now, plannedSlots) ?? newestPeriod(withoutLimits(schedule), now, plannedSlots);

import { type Refusal, refuse } from "../core/decider.ts";
import { derivedUuid, type Sha256 } from "../core/ids.ts";
import type { Schedule } from "../schedule/schedule.ts";
import { withoutLimits } from "../schedule/slots.ts";
import { refuseBesideAnother } from "./claim.ts";
import type { ByHandCause, CatchUp } from "./events.ts";
import type { Outlook } from "./next-decision.ts";
import { newestPeriod } from "./phases.ts";
import { plannedSlots } from "./planned.ts";

/** The id of a run that is asked for by hand: that of the command that asks for it, so that a repeat finds its own run. */
export const byHandRunIdOf = (
  sha256: Sha256,
  { automationId, cause, commandId }: { automationId: string; cause: ByHandCause; commandId: string },
): string => derivedUuid(sha256, "run", automationId, cause, commandId);

/** Why no test run is made now; undefined where one is. One that is suspended may be tested: so its merchant sees whether it is mended. */
export const refuseTest = ({ phases, state }: Outlook<Schedule>): Refusal | undefined => {
  if (phases.at(-1)?.enabled !== true) return refuse("rule", "Start the automated report to make a test run");
  return refuseBesideAnother(state);
};

/** Why a report that ended is not sent again now; undefined where it is. */
export const refuseAgain = ({ phases, state }: Outlook<Schedule>): Refusal | undefined =>
  phases.at(-1)?.enabled === true
    ? refuseBesideAnother(state)
    : refuse("rule", "A paused report sends nothing. Start the automated report, then send this one again.");

/**
 * What a test run is of: the newest past slot of the schedule as it is saved; where it has none yet, the one that would have been.
 * @throws {UnknownTimezone}
 */
export const testedPeriod = (schedule: Schedule, now: string): CatchUp | undefined =>
  newestPeriod(schedule, now, plannedSlots) ?? newestPeriod(withoutLimits(schedule), now, plannedSlots);

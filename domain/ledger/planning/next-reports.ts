import type { Period, Slot } from "../../schedule/schedule.ts";
import { isAfter, maxInstant, type PastSlots } from "../slot.ts";
import { isRetried } from "../status.ts";
import { missedInPause, type PlanningContext } from "./next-decision.ts";
import { listDueSlots, listPastSlots, nextRunAt, type Phase, type ScheduleFunctions } from "./phases.ts";

/** `period`: if all slots before it succeed. */
export type NextReport = { slot: Slot; period: Period };

type SearchStart<S> = { phases: readonly Phase<S>[]; last: string | null; coveredUntil: string | null };

const advanceBeyond = <S>(ahead: SearchStart<S>, past: PastSlots | undefined): SearchStart<S> =>
  past ? { ...ahead, last: past.newest.at, coveredUntil: maxInstant(ahead.coveredUntil, past.newest.to) } : ahead;

/** Treats a resting report as started now, with all past slots accounted for. */
const createSearchStart = <S>(
  { phases, state, now }: PlanningContext<S>,
  functions: ScheduleFunctions<S>,
): SearchStart<S> => {
  const { last, coveredUntil, suspended } = state;
  const planned = phases.at(-1);
  const ahead = { phases, last, coveredUntil };
  if (!planned) return ahead;
  // A successful retry continues with the plan.
  if (planned.enabled && (suspended === null || isRetried(state)))
    return advanceBeyond(ahead, missedInPause({ phases, state }, functions));
  const started = { ...planned, since: now, enabled: true };
  return advanceBeyond({ ...ahead, phases: [...phases, started] }, listPastSlots(phases, last, now, functions));
};

/** Bounds the search. Fewer slots in sequence have their time already reported. */
const maxSlots = 100;

/**
 * Lists the next reports. The first may be overdue, waiting for the run before. Treats a paused or suspended report as
 * started now.
 */
export const nextReports = <S>(
  outlook: PlanningContext<S>,
  maxReports: number,
  functions: ScheduleFunctions<S>,
): NextReport[] => {
  const { phases, ...reached } = createSearchStart(outlook, functions);
  const reports: NextReport[] = [];
  let { last, coveredUntil } = reached;
  let { now } = outlook;
  for (let n = 0; n < maxSlots && reports.length < maxReports; n += 1) {
    now = maxInstant(nextRunAt(phases, last, functions) ?? null, now);
    const due = listDueSlots(phases, last, now, functions);
    if (!due) break;
    const { newest: slot, firstFrom } = due;
    last = slot.at;
    const from = coveredUntil ?? firstFrom;
    if (!isAfter(slot.to, from)) continue;
    reports.push({ slot, period: { from, to: slot.to } });
    coveredUntil = slot.to;
  }
  return reports;
};

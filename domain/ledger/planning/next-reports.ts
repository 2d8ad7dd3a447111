import type { Period, Slot } from "../../schedule/schedule.ts";
import { isAfter, laterOf, type PastSlots } from "../slot.ts";
import { isRetried } from "../status.ts";
import { missedInPause, type Outlook } from "./next-decision.ts";
import { dueSlots, nextRunAt, type Phase, pastSlots, type ScheduleFunctions } from "./phases.ts";

/** A slot that will be run, and the time that its run will have when all before it have theirs. */
export type NextReport = { slot: Slot; period: Period };

/** From where the next slots are looked for. */
type Ahead<S> = { phases: readonly Phase<S>[]; last: string | null; coveredUntil: string | null };

const beyond = <S>(ahead: Ahead<S>, past: PastSlots | undefined): Ahead<S> =>
  past ? { ...ahead, last: past.newest.at, coveredUntil: laterOf(ahead.coveredUntil, past.newest.to) } : ahead;

/** A report that rests as if it were started now: what has passed is accounted for then. */
const aheadOf = <S>({ phases, state, now }: Outlook<S>, functions: ScheduleFunctions<S>): Ahead<S> => {
  const { last, coveredUntil, suspended } = state;
  const planned = phases.at(-1);
  const ahead = { phases, last, coveredUntil };
  if (!planned) return ahead;
  // What is being tried again goes on as planned when that works.
  if (planned.enabled && (suspended === null || isRetried(state)))
    return beyond(ahead, missedInPause({ phases, state }, functions));
  const started = { ...planned, since: now, enabled: true };
  return beyond({ ...ahead, phases: [...phases, started] }, pastSlots(phases, last, now, functions));
};

/** Slots that end with a time that was reported may come before the next report; more than ever follow each other. */
const mostSlots = 100;

/**
 * The next slots that a scheduler will run ({@link decideNext}), the first of them overdue where it waits for the run before. Those of a report
 * that is paused or suspended are the ones that it would have if it were started now.
 */
export const nextReports = <S>(outlook: Outlook<S>, most: number, functions: ScheduleFunctions<S>): NextReport[] => {
  const { phases, ...reached } = aheadOf(outlook, functions);
  const reports: NextReport[] = [];
  let { last, coveredUntil } = reached;
  let { now } = outlook;
  for (let n = 0; n < mostSlots && reports.length < most; n += 1) {
    now = laterOf(nextRunAt(phases, last, functions) ?? null, now);
    const due = dueSlots(phases, last, now, functions);
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

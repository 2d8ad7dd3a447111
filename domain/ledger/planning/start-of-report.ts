import { isRefusal } from "../../core/decider.ts";
import type { Period, Slot } from "../../schedule/schedule.ts";
import type { CommandOf } from "../commands.ts";
import type { ResumeChoice } from "../events.ts";
import { promisedBy } from "../missing.ts";
import { countOf, type MissingAtStart, maxCatchUps, missingAtStart, planReports } from "../start.ts";
import type { Outlook } from "./next-decision.ts";
import { eachSlot, isPausedSince, pastSlots, type ScheduleFunctions } from "./phases.ts";

/**
 * Time without a report that a start asks about. `period`: from the first slot to the last. `waiting`: slots
 * whose chosen report has not begun. `mayHaveEach`: one report for each is possible: there are not too many, and the
 * slots are known. The earlier plans of a restored report are unknown. `one`: periods of that choice's reports, in the
 * order they are made. `each`: number of reports for that choice.
 */
export type Missed = {
  count: number;
  period: Period;
  waiting: number;
  mayHaveEach: boolean;
  one: readonly Period[];
  each: number;
};

const passed = <S>({ phases, state, now }: Outlook<S>, functions: ScheduleFunctions<S>) => {
  const enabled = phases.at(-1)?.enabled ?? false;
  const past = pastSlots(phases, state.last, now, functions) ?? null;
  return { enabled, past, missing: missingAtStart(state, past, enabled) };
};

/** A single slot is known from its entry; neighbours come from the schedule. */
const slotsOf = <S>(
  { phases }: Pick<Outlook<S>, "phases">,
  { asked }: MissingAtStart,
  functions: ScheduleFunctions<S>,
): Slot[] =>
  asked.flatMap((one) =>
    one.count === 1
      ? [{ at: one.to, runAt: one.to, to: one.period.to }]
      : eachSlot(phases, one, maxCatchUps, functions),
  );

/**
 * The question a start would ask now; undefined if none. A running report asks nothing. Neither does a report that was
 * never started, as nobody awaits its reports.
 */
export const missedAtStart = <S>(outlook: Outlook<S>, functions: ScheduleFunctions<S>): Missed | undefined => {
  const { phases, state } = outlook;
  const { enabled, missing } = passed(outlook, functions);
  const isNew = state.last === null && phases.every((phase) => !phase.enabled);
  if (isNew || (enabled && state.suspended === null)) return undefined;
  const { asked } = missing;
  const [first, last] = [asked[0], asked.at(-1)];
  if (!first || !last) return undefined;
  const count = countOf(asked);
  const mayHaveEach = count <= maxCatchUps && slotsOf(outlook, missing, functions).length === count;
  const planOf = (choice: ResumeChoice) => {
    const slots = choice === "each" ? slotsOf(outlook, missing, functions) : [];
    const planned = planReports(state, missing, choice, slots);
    if (isRefusal(planned)) return [];
    return [...(planned.retry ? [planned.retry] : []), ...planned.catchUps].map(({ period }) => period);
  };
  return {
    count,
    period: { from: first.period.from, to: last.period.to },
    waiting: countOf(asked.filter(promisedBy(state.catchUps))),
    mayHaveEach,
    one: planOf("one"),
    each: mayHaveEach ? planOf("each").length : 0,
  };
};

/** Builds the command that starts a report. `each` needs every slot asked about. */
export const startOf = <S>(
  outlook: Outlook<S>,
  choice: ResumeChoice,
  functions: ScheduleFunctions<S>,
): Omit<CommandOf<"Start">, "context"> => {
  const { enabled, past, missing } = passed(outlook, functions);
  const pausedSince = isPausedSince(outlook.phases, outlook.state.resumed);
  const start = { type: "Start", enabled, past, choice, ...(pausedSince && { pausedSince }) } as const;
  return choice === "each" ? { ...start, slots: slotsOf(outlook, missing, functions) } : start;
};

import { isRefusal } from "../../core/decider.ts";
import type { Period, Slot } from "../../schedule/schedule.ts";
import type { CommandOf } from "../commands.ts";
import type { ResumeChoice } from "../events.ts";
import { createCoverageCheck } from "../missing.ts";
import { countSlots, type MissingAtStart, maxCatchUps, missingAtStart, planReports } from "../start.ts";
import type { PlanningContext } from "./next-decision.ts";
import { eachSlot, isPausedSince, listPastSlots, type ScheduleFunctions } from "./phases.ts";

/** A start asks about this time without a report. */
export type MissedSlots = {
  count: number;
  /** Time from the first slot to the last. */
  period: Period;
  /** Slots whose chosen report has not begun. */
  waiting: number;
  /**
   * One report per slot is possible: the slots are known and not too many. A restored report's earlier plans are
   * unknown.
   */
  mayHaveEach: boolean;
  /** Periods of the reports if the merchant chooses `one`. */
  one: readonly Period[];
  /** Number of reports if the merchant chooses `each`. */
  each: number;
};

const readPassedSlots = <S>({ phases, state, now }: PlanningContext<S>, functions: ScheduleFunctions<S>) => {
  const enabled = phases.at(-1)?.enabled ?? false;
  const past = listPastSlots(phases, state.last, now, functions) ?? null;
  return { enabled, past, missing: missingAtStart(state, past, enabled) };
};

/** A single slot is known from its entry; neighbors come from the schedule. */
const listSlotsToAsk = <S>(
  { phases }: Pick<PlanningContext<S>, "phases">,
  { asked }: MissingAtStart,
  functions: ScheduleFunctions<S>,
): Slot[] =>
  asked.flatMap((one) =>
    one.count === 1
      ? [{ at: one.to, runAt: one.to, to: one.period.to }]
      : eachSlot(phases, one, maxCatchUps, functions),
  );

/** Returns undefined if a start asks nothing, as for a running report or one never started. */
export const missedAtStart = <S>(
  outlook: PlanningContext<S>,
  functions: ScheduleFunctions<S>,
): MissedSlots | undefined => {
  const { phases, state } = outlook;
  const { enabled, missing } = readPassedSlots(outlook, functions);
  const isNew = state.last === null && phases.every((phase) => !phase.enabled);
  if (isNew || (enabled && state.suspended === null)) return undefined;
  const { asked } = missing;
  const [first, last] = [asked[0], asked.at(-1)];
  if (!first || !last) return undefined;
  const count = countSlots(asked);
  const mayHaveEach = count <= maxCatchUps && listSlotsToAsk(outlook, missing, functions).length === count;
  const planOf = (choice: ResumeChoice) => {
    const slots = choice === "each" ? listSlotsToAsk(outlook, missing, functions) : [];
    const planned = planReports(state, missing, choice, slots);
    if (isRefusal(planned)) return [];
    return [...(planned.retry ? [planned.retry] : []), ...planned.catchUps].map(({ period }) => period);
  };
  return {
    count,
    period: { from: first.period.from, to: last.period.to },
    waiting: countSlots(asked.filter(createCoverageCheck(state.catchUps))),
    mayHaveEach,
    one: planOf("one"),
    each: mayHaveEach ? planOf("each").length : 0,
  };
};

/** Builds the command that starts a report. */
export const buildStart = <S>(
  outlook: PlanningContext<S>,
  choice: ResumeChoice,
  functions: ScheduleFunctions<S>,
): Omit<CommandOf<"Start">, "context"> => {
  const { enabled, past, missing } = readPassedSlots(outlook, functions);
  const wasPaused = isPausedSince(outlook.phases, outlook.state.resumed);
  const start = { type: "Start", enabled, past, choice, ...(wasPaused && { wasPaused }) } as const;
  return choice === "each" ? { ...start, slots: listSlotsToAsk(outlook, missing, functions) } : start;
};

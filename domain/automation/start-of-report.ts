import type { CommandOf } from "./commands.ts";
import type { ResumeChoice } from "./events.ts";
import type { Outlook } from "./next-decision.ts";
import { eachSlot, pastSlots, type ScheduleFunctions } from "./phases.ts";
import { isAfter } from "./slot.ts";
import { maxCatchUps, skippedAtStart, wholeOf } from "./start.ts";

/**
 * What passed without a report, as a start asks about it. `mayHaveEach`: there are not too many for one report each, and it is known which they
 * are: of one that was deleted and came back, how it was planned before is not.
 */
export type Missed = { count: number; period: { from: string; to: string }; mayHaveEach: boolean };

const passed = <S>({ phases, state, now }: Outlook<S>, functions: ScheduleFunctions<S>) => {
  const enabled = phases.at(-1)?.enabled ?? false;
  const past = pastSlots(phases, state.last, now, functions) ?? null;
  return { enabled, past, ranges: skippedAtStart(state, past, enabled) };
};

/**
 * What a start would ask about now; undefined where it would ask nothing: of a report that runs, and of one that was never started, as nobody
 * waits for what it might have made.
 */
export const missedAtStart = <S>(outlook: Outlook<S>, functions: ScheduleFunctions<S>): Missed | undefined => {
  const { phases, state } = outlook;
  const { enabled, ranges } = passed(outlook, functions);
  const isNew = state.last === null && phases.every((phase) => !phase.enabled);
  if (isNew || (enabled && state.suspended === null)) return undefined;
  const whole = wholeOf(ranges);
  if (!whole) return undefined;
  const isKnown = phases.some(({ since }) => isAfter(whole.from, since));
  return { count: whole.count, period: whole.period, mayHaveEach: isKnown && whole.count <= maxCatchUps };
};

/** The command that starts a report as it is seen now; `each` needs every slot that was skipped. */
export const startOf = <S>(
  outlook: Outlook<S>,
  choice: ResumeChoice,
  functions: ScheduleFunctions<S>,
): Omit<CommandOf<"Start">, "context"> => {
  const { enabled, past, ranges } = passed(outlook, functions);
  const start = { type: "Start", enabled, past, choice } as const;
  if (choice !== "each") return start;
  const slots = ranges.flatMap((range) => eachSlot(outlook.phases, range, maxCatchUps, functions));
  return { ...start, slots };
};

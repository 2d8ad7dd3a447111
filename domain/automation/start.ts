import { isRefusal, type Refusal, refuse } from "../core/decider.ts";
import type { Period, Slot } from "../schedule/schedule.ts";
import { type Decision, refusePast, skipped } from "./claim.ts";
import type { CommandOf } from "./commands.ts";
import type { CatchUp, LedgerEvent } from "./events.ts";
import { evolveSkipped } from "./evolve.ts";
import { isAfter, type PastSlots } from "./slot.ts";
import type { LedgerState, SkippedRange } from "./state.ts";

/** For so many slots that were skipped a merchant can have one report each: a daily report's for a year. */
export const maxCatchUps = 400;

/** What a start asks about: what was skipped before, and the slots that passed since. `past`: those with an `at` until now. */
export const skippedAtStart = (
  state: LedgerState,
  past: PastSlots | null,
  enabled: boolean,
): readonly SkippedRange[] =>
  past ? evolveSkipped(state.skipped, skipped(state, past, enabled ? "suspended" : "paused")) : state.skipped;

/** What was skipped as a whole: ranges that a choice is about always meet. */
export const wholeOf = (ranges: readonly SkippedRange[]): (CatchUp & { count: number; from: string }) | undefined => {
  const [first, last] = [ranges[0], ranges.at(-1)];
  if (!first || !last) return undefined;
  const period: Period = { from: first.period.from, to: last.period.to };
  return { slot: last.to, period, from: first.from, count: ranges.reduce((sum, { count }) => sum + count, 0) };
};

const changedMeanwhile = (): Refusal =>
  refuse("rule", "More reports were skipped since this page was loaded. Reload the page and choose again.");

const oneEach = (
  whole: NonNullable<ReturnType<typeof wholeOf>>,
  slots: readonly Slot[] | undefined,
): CatchUp[] | Refusal => {
  if (whole.count > maxCatchUps)
    return refuse(
      "rule",
      `${whole.count.toLocaleString("en-US")} reports were skipped. Choose one report for all of them: one for each is possible up to ${maxCatchUps}.`,
    );
  if (slots?.length !== whole.count || slots[0]?.at !== whole.from || slots.at(-1)?.at !== whole.slot)
    return changedMeanwhile();
  const catchUps: CatchUp[] = [];
  let from = whole.period.from;
  for (const { at, to } of slots) {
    // After an edit of the schedule a slot may end with what the one before had already.
    if (!isAfter(to, from)) continue;
    catchUps.push({ slot: at, period: { from, to } });
    from = to;
  }
  return catchUps;
};

/**
 * The merchant starts it again. Slots that passed until now are skipped; of their time the merchant gets what was chosen. A
 * suspended report is tried once, over all of the time that has no report, so that `nothing` and `one` mean the same there. Nothing
 * happens where nothing was skipped and nothing is suspended.
 */
export const start = (command: CommandOf<"Start">, state: LedgerState): Decision => {
  const { enabled, past, choice, slots } = command;
  if (enabled && !state.suspended) return [];
  const refusal = past && refusePast(state, past);
  if (refusal) return refusal;
  const skips: LedgerEvent[] = past
    ? [{ type: "SlotsSkipped", data: skipped(state, past, enabled ? "suspended" : "paused") }]
    : [];
  const whole = wholeOf(skippedAtStart(state, past, enabled));
  const retry = state.suspended !== null && !state.retryWanted && state.open?.cause !== "retry";
  if (!whole && !retry) return skips;
  const catchUps = whole && choice === "each" ? oneEach(whole, slots) : [];
  if (isRefusal(catchUps)) return catchUps;
  const one = whole && choice === "one" && !state.suspended ? [{ slot: whole.slot, period: whole.period }] : [];
  return [...skips, { type: "Resumed", data: { choice, catchUps: [...catchUps, ...one], retry } }];
};

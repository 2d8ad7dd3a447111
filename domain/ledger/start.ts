import { isRefusal, type Refusal, refuse } from "../core/decider.ts";
import { isJsonEqual } from "../core/is-json-equal.ts";
import type { Slot } from "../schedule/schedule.ts";
import { buildSkipData, type Decision, refuseSettledSlots } from "./claim.ts";
import type { CommandOf } from "./commands.ts";
import type { CatchUp, LedgerEvent, ResumeChoice } from "./events.ts";
import {
  createCoverageCheck,
  type MissingTime,
  mergeContiguous,
  sortByPeriod,
  toCatchUp,
  withSkipped,
} from "./missing.ts";
import { isAfter, type PastSlots } from "./slot.ts";
import { type LedgerState, listPromised } from "./state.ts";

/** Maximum catch-ups of a start: enough for a year of daily reports. */
export const maxCatchUps = 400;

/** Missing time when a report starts. */
export type MissingAtStart = {
  /** Time that the merchant is asked about. */
  asked: readonly MissingTime[];
  /** Failed time of a suspended report, which is covered whatever the merchant chooses. */
  failed: readonly MissingTime[];
};

/**
 * `asked`: skipped slots, `past` ones, and promised catch-ups that have not begun. `failed`: failures since the last
 * success. `past`: slots whose `at` has come.
 */
export const missingAtStart = (state: LedgerState, past: PastSlots | null, enabled: boolean): MissingAtStart => {
  const promised = listPromised(state);
  const missing = past
    ? withSkipped(state.missing, buildSkipData(state, past, enabled ? "suspended" : "paused"), promised)
    : state.missing;
  const isWaiting = createCoverageCheck(state.catchUps);
  const isAsked = (one: MissingTime) => one.asked || isWaiting(one);
  return {
    asked: missing.filter(isAsked),
    failed: state.suspended ? missing.filter((one) => !isAsked(one)) : [],
  };
};

export const countSlots = (missing: readonly MissingTime[]): number =>
  missing.reduce((sum, { count }) => sum + count, 0);

const refuseChangedMeanwhile = (): Refusal =>
  refuse("rule", "More reports were skipped since this page was loaded. Reload the page and choose again.");

const planOneEach = (asked: readonly MissingTime[], slots: readonly Slot[]): CatchUp[] | Refusal => {
  const count = countSlots(asked);
  if (count > maxCatchUps)
    return refuse(
      "rule",
      `${count.toLocaleString("en-US")} reports were skipped. Choose one report for all of them: one for each is possible only up to ${maxCatchUps}.`,
    );
  const reports: CatchUp[] = [];
  let remaining = slots;
  for (const { from: first, to: last, count: here, period, tried } of asked) {
    const these = remaining.slice(0, here);
    remaining = remaining.slice(here);
    if (these.length !== here || these[0]?.at !== first || these.at(-1)?.at !== last) return refuseChangedMeanwhile();
    let { from } = period;
    for (const slot of here === 1 ? [{ at: last, to: period.to }] : these) {
      // After an edit of the schedule, neighbors may overlap and end after the whole period.
      const { at } = slot;
      const to = isAfter(slot.to, period.to) ? period.to : slot.to;
      if (!isAfter(to, from)) continue;
      reports.push(toCatchUp(at, { from, to }, at === last ? tried : 0));
      from = to;
    }
  }
  return remaining.length > 0 ? refuseChangedMeanwhile() : reports;
};

/** The reports that a start makes. */
export type PlannedReports = {
  /** Retry of a suspended report; comes first. */
  retry: CatchUp | null;
  catchUps: readonly CatchUp[];
};

/**
 * Decides which report covers which time (ADR 83). Each stretch without a gap gets one report; with `each`, each
 * skipped slot gets one. A suspended report's retry takes the newest stretch (with `each`, the newest failed one). For
 * a suspended report `nothing` means `one`, because failed time is always covered.
 */
export const planReports = (
  state: LedgerState,
  { asked, failed }: MissingAtStart,
  choice: ResumeChoice,
  slots: readonly Slot[],
): PlannedReports | Refusal => {
  const { suspended, open } = state;
  const single = choice === "each" ? planOneEach(asked, slots) : [];
  if (isRefusal(single)) return single;
  if (suspended === null) return { retry: null, catchUps: choice === "one" ? mergeContiguous(asked) : single };
  const whole = mergeContiguous(choice === "each" ? failed : [...asked, ...failed]);
  const all = sortByPeriod([...whole, ...single]);
  if (open) return { retry: null, catchUps: all };
  const retry = whole.at(-1) ?? all.at(-1) ?? toCatchUp(suspended.slot, suspended.period, 1);
  return { retry, catchUps: all.filter((one) => one !== retry) };
};

/**
 * Starts the report again and skips the slots that passed. The choice replaces catch-ups that have not
 * begun. Returns only the skipped slots if the choice changes nothing and no pause has canceled the catch-ups.
 */
export const start = (command: CommandOf<"Start">, state: LedgerState): Decision => {
  const { enabled, past, choice, slots = [], wasPaused = false } = command;
  if (enabled && !state.suspended) return [];
  const refusal = past && refuseSettledSlots(state, past);
  if (refusal) return refusal;
  const skips: LedgerEvent[] = past
    ? [{ type: "SlotsSkipped", data: buildSkipData(state, past, enabled ? "suspended" : "paused") }]
    : [];
  const missing = missingAtStart(state, past, enabled);
  const planned = planReports(state, missing, choice, slots);
  if (isRefusal(planned)) return planned;
  const { retry, catchUps } = planned;
  const declines = missing.asked.length > 0 && retry === null && catchUps.length === 0;
  const isAsPromised = isJsonEqual({ retry: state.retry, catchUps: state.catchUps }, { retry, catchUps });
  const areStillPromised = catchUps.length === 0 || !wasPaused;
  if (!declines && isAsPromised && areStillPromised) return skips;
  const wanted = retry ? [...catchUps, retry] : catchUps;
  const calledOff = state.catchUps.filter((one) => !wanted.some((other) => isJsonEqual(one, other)));
  return [...skips, { type: "Resumed", data: { choice, catchUps, retry: retry !== null, retryOf: retry, calledOff } }];
};

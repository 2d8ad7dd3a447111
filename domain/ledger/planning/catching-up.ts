import type { Period } from "../../schedule/schedule.ts";
import { overlaps, promisedBy } from "../missing.ts";
import { countOf } from "../start.ts";
import { type LedgerState, promisedOf } from "../state.ts";

/** `waiting`: number of slots whose promised report has not begun. `calledOff`: a promised report was cancelled. */
export type CatchingUp = { waiting: number; calledOff: boolean };

/** The current plan for the time of skipped slots. */
export const catchingUpOf = (state: LedgerState, period: Period | null): CatchingUp => {
  if (period === null) return { waiting: 0, calledOff: false };
  const isPromised = promisedBy(promisedOf(state));
  const waiting = state.missing.filter(
    (one) => one.reason !== "failed" && isPromised(one) && overlaps(one.period, period),
  );
  return { waiting: countOf(waiting), calledOff: state.calledOff.some((one) => overlaps(one.period, period)) };
};

import type { Period } from "../../schedule/schedule.ts";
import { createCoverageCheck, isOverlapping } from "../missing.ts";
import { countSlots } from "../start.ts";
import { type LedgerState, listPromised } from "../state.ts";

export type CatchUpProgress = {
  /** Slots whose promised report has not begun. */
  waiting: number;
  /** A promised report was canceled. */
  calledOff: boolean;
};

/** Computes the plan for the time of skipped slots. */
export const computeCatchUpProgress = (state: LedgerState, period: Period | null): CatchUpProgress => {
  if (period === null) return { waiting: 0, calledOff: false };
  const isPromised = createCoverageCheck(listPromised(state));
  const waiting = state.missing.filter(
    (one) => one.reason !== "failed" && isPromised(one) && isOverlapping(one.period, period),
  );
  return { waiting: countSlots(waiting), calledOff: state.calledOff.some((one) => isOverlapping(one.period, period)) };
};

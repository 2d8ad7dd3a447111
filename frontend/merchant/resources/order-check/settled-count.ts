import { littleLeft } from "#domain/filters/check-limits.ts";
import type { CountState } from "../order-count.ts";
import type { CheckState } from "./use-order-check.ts";

/** Whether a check can say more than the count: the true number, or why so few are left. */
export const isWorthChecking = (count: CountState, hasConditions: boolean): boolean =>
  hasConditions && count.state === "known" && (count.count.HasPostProcessFilters || count.count.Count <= littleLeft);

/** The count, with the true number in place of an upper bound once all orders are checked. */
export const settledCount = (count: CountState, check: CheckState): CountState =>
  count.state === "known" && count.count.HasPostProcessFilters && check.state === "over" && check.known.IsWhole
    ? { ...count, count: { Count: check.known.Left, HasPostProcessFilters: false }, isChecked: true }
    : count;

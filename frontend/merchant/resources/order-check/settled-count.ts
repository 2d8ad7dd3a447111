import { maxOrdersForBreakdown } from "#domain/filters/check-limits.ts";
import type { CountState } from "../order-count.ts";
import type { CheckState } from "./use-order-check.ts";

/** True if a check can add the true number, or the reason why so few are left. */
export const isWorthChecking = (count: CountState, hasConditions: boolean): boolean =>
  hasConditions &&
  count.state === "known" &&
  (count.count.HasPostProcessFilters || count.count.Count <= maxOrdersForBreakdown);

/** Returns the count to show. Once all orders are checked, the true number replaces an upper bound. */
export const finalCount = (count: CountState, check: CheckState): CountState =>
  count.state === "known" && count.count.HasPostProcessFilters && check.state === "over" && check.known.IsWhole
    ? { ...count, count: { Count: check.known.Left, HasPostProcessFilters: false }, isChecked: true }
    : count;

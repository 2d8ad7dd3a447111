import type { OrderCount } from "#domain/wire/reports/reporting.ts";

/** Number of orders under the current choices, as far as known. */
export type CountState =
  /** `until`: what the merchant must do first. */
  | { state: "waiting"; until: string }
  | { state: "loading" }
  | { state: "failed"; message: string }
  /** `isOld`: a recount is under way. `isChecked`: all orders were checked, so an export has exactly these (ADR 51). */
  | { state: "known"; count: OrderCount; isOld?: boolean; isChecked?: boolean };

/** Why a count is an upper bound. */
export const upperBoundReason =
  "Some conditions are checked only while the report is made, so the final number may be lower.";

/**
 * True if the order count is 0 and not loading (S-1.5, R-6). Individually selected orders hide the count, so then it is
 * false.
 */
export const isEmptyExpected = (known: CountState, selects: boolean): boolean =>
  !selects && known.state === "known" && !known.isOld && known.count.Count === 0;

/** `300 orders`, `<=300 orders`, `exactly 4 orders` once all were checked. */
export const knownCountText = ({ count, isChecked = false }: Extract<CountState, { state: "known" }>): string =>
  `${isChecked ? "exactly " : ""}${describeOrderCount(count)}`;

/** `300 orders`; `<=300 orders` if filters on the fetched orders may leave fewer (S-1.4). */
export const describeOrderCount = ({ Count, HasPostProcessFilters }: OrderCount): string =>
  `${HasPostProcessFilters ? "<=" : ""}${formatOrderCount(Count)}`;

/** Mentions test orders, which involve no money but count like others; null if none. */
export const testOrdersText = (tests: number | null | undefined, orders: number): string | null => {
  if (!tests) return null;
  if (tests >= orders) return orders === 1 ? "This is a test order." : "All of these are test orders.";
  return tests === 1
    ? "1 of these orders is a test order."
    : `${tests.toLocaleString("en")} of these orders are test orders.`;
};

/** `1,204 orders`. */
export const formatOrderCount = (count: number): string =>
  `${count.toLocaleString("en")} ${count === 1 ? "order" : "orders"}`;

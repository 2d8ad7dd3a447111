import type { OrderCount } from "#domain/wire/reporting.ts";

/** What is known of the number of orders that the present choices select. */
export type CountState =
  /** `until` the merchant has done this. */
  | { state: "waiting"; until: string }
  | { state: "loading" }
  | { state: "failed"; message: string }
  /** `isOld`: it is being counted again. */
  | { state: "known"; count: OrderCount; isOld?: boolean };

/**
 * The flag of the Generate action (S-1.5, R-6): the order count is 0 and not loading. Orders that were
 * selected one by one hide the count, so then it says nothing.
 */
export const isEmptyExpected = (known: CountState, selects: boolean): boolean =>
  !selects && known.state === "known" && !known.isOld && known.count.Count === 0;

/** `300 orders`; `<=300 orders` when filters that work on the fetched orders may leave fewer (S-1.4). */
export const orderCountText = ({ Count, HasPostProcessFilters }: OrderCount): string =>
  `${HasPostProcessFilters ? "<=" : ""}${Count.toLocaleString("en")} ${Count === 1 ? "order" : "orders"}`;

import type { OrderCount } from "#domain/wire/reporting.ts";

/** What is known of the number of orders that the present choices select. */
export type CountState =
  | { state: "waiting" }
  | { state: "loading" }
  | { state: "failed"; message: string }
  | { state: "known"; count: OrderCount };

/** `300 orders`; `<=300 orders` when filters that work on the fetched orders may leave fewer (part 1 section 4). */
export const countText = ({ Count, HasPostProcessFilters }: OrderCount): string =>
  `${HasPostProcessFilters ? "<=" : ""}${Count.toLocaleString("en")} ${Count === 1 ? "order" : "orders"}`;

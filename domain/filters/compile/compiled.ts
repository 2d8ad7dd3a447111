import type { LineItem, Order } from "../../orders/order.ts";
import type { ConditionField } from "../fields.ts";

/** Time and zone for `date(…)` and local days. */
export type FilterMoment = {
  /** Reference time, ISO UTC. */
  now: string;
  zone: string;
};

/** Level `order` ignores the line. */
export type CompiledCondition = {
  field: ConditionField;
  level: "order" | "line";
  holds(order: Order, line: LineItem): boolean;
};

/** A filter as plain functions, shared by exports, counts, previews and live reports. */
export type CompiledFilter = {
  /** Tests statuses, order sievers and customer sievers. Always true without them. */
  keepsOrder(order: Order): boolean;
  /** Tests line, product and variant sievers. If there are any, an order without a kept line is dropped. */
  keepsLine(order: Order, line: LineItem): boolean;
  hasOrderConditions: boolean;
  hasLineConditions: boolean;
  /** Paths below Order that its conditions read (see `OrdersRequest.fields`). */
  orderFields: readonly string[];
  lineFields: readonly string[];
  /** Statuses, then sievers in editor order. */
  conditions: readonly CompiledCondition[];
};

/** The part of a filter that the platform's search supports. */
export type NativeConditions = {
  /** Terms to add to the date range; never narrower than the filter. */
  query: string;
  /** The query finds exactly the kept orders. Otherwise its count is an upper bound (`HasPostProcessFilters`). */
  exact: boolean;
};

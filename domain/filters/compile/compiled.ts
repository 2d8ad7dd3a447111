import type { LineItem, Order } from "../../orders/order.ts";
import type { ConditionField } from "../fields.ts";

/** The moment and zone that a filter is read at: `date(…)` and local days depend on them. `now`: ISO UTC. */
export type FilterMoment = { now: string; zone: string };

/** One condition of a filter. Those of the level `order` never look at the line. */
export type CompiledCondition = {
  field: ConditionField;
  level: "order" | "line";
  holds(order: Order, line: LineItem): boolean;
};

/** A filter as plain functions. One code for exporter, counts, preview and live. */
export type CompiledFilter = {
  /** Statuses, order and customer sievers. Without conditions of that kind always true. */
  keepsOrder(order: Order): boolean;
  /** Line, product and variant sievers. An order without a line that is kept is dropped, when there are such sievers. */
  keepsLine(order: Order, line: LineItem): boolean;
  hasOrderConditions: boolean;
  hasLineConditions: boolean;
  /** What the two functions read, as paths below Order (see `OrdersRequest.fields`). */
  orderFields: readonly string[];
  lineFields: readonly string[];
  /** What the two functions are made of: the statuses, then the sievers in the order of the editor. */
  conditions: readonly CompiledCondition[];
};

/**
 * The part that the platform's search can answer. `query`: terms to join to the date range, empty for none; never
 * narrower than the filter. `exact`: the search finds just what the filter keeps, so its count is the count; else an upper bound
 * (`HasPostProcessFilters`).
 */
export type NativeConditions = { query: string; exact: boolean };

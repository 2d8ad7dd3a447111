import { buildNativeOrdersQuery, createPeriodTest } from "../dates/build-native-orders-query.ts";
import { compileFilter } from "../filters/compile/compile-filter.ts";
import type { FilterMoment } from "../filters/compile/compiled.ts";
import { nativeConditions } from "../filters/compile/native.ts";
import type { FilterConditions } from "../filters/filter.ts";
import type { LineItem, Order } from "../orders/order.ts";
import type { FrozenInput } from "./frozen-input.ts";

/** An order, with the lines that the report includes. */
export type IncludedOrder = { order: Order; lines: readonly LineItem[] };

/** An export's filter, compiled to functions. */
export type OrdersFilter = {
  /** Paths below Order that {@link select} reads. */
  fields: readonly string[];
  /** True if it can drop orders found by the platform's search. */
  dropsOrders: boolean;
  /** True if it can drop lines of an order that it keeps. */
  dropsLines: boolean;
  /** Undefined if the order is dropped. */
  select(order: Order): IncludedOrder | undefined;
};

type FilterInput = Pick<FrozenInput, "filterMoment" | "selectedOrderIds" | "requestedAt"> & {
  filter: FilterConditions | null;
  shop: Pick<FrozenInput["shop"], "ianaTimezone">;
};

type CarriedInput = Pick<FrozenInput, "carriedMoments" | "filters">;

/** Reference time of `date(…)` and local days: the first request, whenever the export runs. */
export const toFilterMoment = ({
  filterMoment,
  requestedAt,
  shop,
}: Omit<FilterInput, "filter" | "selectedOrderIds">): FilterMoment => ({
  now: filterMoment ?? requestedAt,
  zone: shop.ianaTimezone,
});

const allLines = (order: Order): readonly LineItem[] => order.lineItems ?? [];

const keepAllFilter: OrdersFilter = {
  fields: [],
  dropsOrders: false,
  dropsLines: false,
  select: (order) => ({ order, lines: allLines(order) }),
};

/**
 * Compiles an export's filter, once per attempt. Only line conditions apply to chosen orders. A carried order
 * matches at the reference time of the report that lacked it, or as an order of this period (ADR 107).
 */
export const compileOrdersFilter = (input: FilterInput & Partial<CarriedInput>): OrdersFilter => {
  const own = filterAtMoment(input);
  const { carriedMoments, filters } = input;
  if (carriedMoments === undefined || filters === undefined) return own;
  const isIn = createPeriodTest(filters);
  const moments = [...new Set(Object.values(carriedMoments))];
  const earlier = new Map(moments.map((filterMoment) => [filterMoment, filterAtMoment({ ...input, filterMoment })]));
  return {
    ...own,
    select(order) {
      const lacking = earlier.get(carriedMoments[order.id] ?? "");
      if (!lacking) return own.select(order);
      const isOwn = order.createdAt !== undefined && isIn(order.createdAt);
      return (isOwn ? own.select(order) : undefined) ?? lacking.select(order);
    },
  };
};

const filterAtMoment = (input: FilterInput): OrdersFilter => {
  if (!input.filter) return keepAllFilter;
  const filter = compileFilter(input.filter, toFilterMoment(input));
  const asksOrders = filter.hasOrderConditions && input.selectedOrderIds.length === 0;
  const asksLines = filter.hasLineConditions;
  return {
    fields: [
      ...(asksOrders ? filter.orderFields : []),
      ...(asksLines ? [...filter.lineFields, "lineItems.nodes.id"] : []),
    ],
    dropsOrders: asksOrders || asksLines,
    dropsLines: asksLines,
    select(order) {
      if (asksOrders && !filter.keepsOrder(order)) return undefined;
      if (!asksLines) return { order, lines: allLines(order) };
      const lines = allLines(order).filter((line) => filter.keepsLine(order, line));
      return lines.length === 0 ? undefined : { order, lines };
    },
  };
};

/** Searches the period, narrowed by the supported conditions. Finds at least the export's orders. */
export const buildSearchQuery = (input: FilterInput & Pick<FrozenInput, "filters">): string => {
  const period = buildNativeOrdersQuery(input.filters);
  const native = input.filter ? nativeConditions(input.filter, toFilterMoment(input)).query : "";
  return native === "" ? period : `${period} ${native}`;
};

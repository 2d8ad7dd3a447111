import { compileFilter } from "../filters/compile/compile-filter.ts";
import type { FilterMoment } from "../filters/compile/compiled.ts";
import { nativeConditions } from "../filters/compile/native.ts";
import type { FilterConditions } from "../filters/filter.ts";
import { buildDateQuery, createCreationTest, createMomentTest, type DatedPeriod } from "../orders/date-basis.ts";
import type { LineItem, Order } from "../orders/order.ts";
import { hasUnreadField } from "../orders/unread.ts";
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
  /** True if the dates of the order could be read, and none is in the period. Such an order isn't missing anything. */
  isOutsidePeriod(order: Order): boolean;
  /** Undefined if the order is dropped. */
  select(order: Order): IncludedOrder | undefined;
};

type FilterInput = Pick<FrozenInput, "filterMoment" | "selectedOrderIds" | "requestedAt"> & {
  filter: FilterConditions | null;
  shop: Pick<FrozenInput["shop"], "ianaTimezone">;
};

type CarriedInput = Pick<FrozenInput, "carriedMoments" | "carriedPeriods">;

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
  isOutsidePeriod: () => false,
  select: (order) => ({ order, lines: allLines(order) }),
};

/**
 * Compiles an export's filter, once per attempt. `filters`: the period, whose day of creation the reader tests; any
 * other day is tested here. Only line conditions apply to chosen orders, and no period. A carried order
 * matches at the reference time of the report that lacked it, or as an order of this period (ADR 107).
 */
export const compileOrdersFilter = (
  input: FilterInput & Partial<CarriedInput> & { filters?: DatedPeriod },
): OrdersFilter => {
  const conditions = filterAtMoment(input);
  const { carriedMoments, filters } = input;
  if (filters === undefined || input.selectedOrderIds.length > 0) return conditions;
  const own = withMoments(conditions, filters);
  if (carriedMoments === undefined) return own;
  const isCreatedIn = createCreationTest(filters);
  const filterOfCarried = createEarlierFilters(input, filters);
  return {
    ...own,
    isOutsidePeriod: (order) => carriedMoments[order.id] === undefined && own.isOutsidePeriod(order),
    select(order) {
      const earlier = filterOfCarried(order.id);
      if (earlier === undefined) return own.select(order);
      const isOwn = order.createdAt !== undefined && isCreatedIn(order.createdAt);
      return (isOwn ? own.select(order) : undefined) ?? earlier.select(order);
    },
  };
};

/** Returns the filter by which earlier reports would have chosen an order that they lacked: in any of their periods. */
const createEarlierFilters = (
  input: FilterInput & Partial<CarriedInput>,
  period: DatedPeriod,
): ((id: string) => OrdersFilter | undefined) => {
  const { carriedMoments = {}, carriedPeriods = {} } = input;
  const filterAt = new Map<string, OrdersFilter>();
  return (id) => {
    const filterMoment = carriedMoments[id];
    if (filterMoment === undefined) return undefined;
    const known = filterAt.get(filterMoment) ?? filterAtMoment({ ...input, filterMoment });
    filterAt.set(filterMoment, known);
    const lacking = (carriedPeriods[id] ?? []).map((one) => withMoments(known, { ...period, ...one }));
    if (lacking.length === 0) return known;
    return { ...known, select: (order) => firstDefined(lacking, (filter) => filter.select(order)) };
  };
};

const firstDefined = <Item, Result>(items: readonly Item[], read: (item: Item) => Result | undefined) => {
  for (const item of items) {
    const result = read(item);
    if (result !== undefined) return result;
  }
  return undefined;
};

const withMoments = (filter: OrdersFilter, period: DatedPeriod): OrdersFilter => {
  const test = createMomentTest(period);
  if (test === undefined) return filter;
  return {
    ...filter,
    fields: [...filter.fields, ...test.fields],
    dropsOrders: true,
    isOutsidePeriod: (order) => !hasUnreadField(order, test.fields) && !test.holds(order),
    select: (order) => (test.holds(order) ? filter.select(order) : undefined),
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
    isOutsidePeriod: () => false,
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
  const period = buildDateQuery(input.filters).query;
  const native = input.filter ? nativeConditions(input.filter, toFilterMoment(input)).query : "";
  return native === "" ? period : `${period} ${native}`;
};

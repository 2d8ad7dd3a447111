import type { LineItem, Order } from "../../orders/order.ts";
import type { FilterConditions } from "../filter.ts";
import { compileFilter, noLine } from "./compile-filter.ts";
import type { CompiledCondition, FilterMoment } from "./compiled.ts";
import { joinedQuery, nativeParts } from "./native.ts";

/** A condition that is part of the platform's search. */
type SearchedCondition = Pick<CompiledCondition, "field"> & {
  /** Searches by this condition and all before it; empty for everything. */
  query: string;
  /** Searches by this condition alone. */
  own: string;
  /** `query` finds exactly the orders these conditions keep; otherwise it finds more. */
  exact: boolean;
};

/**
 * A filter's conditions in sequence: those of the search, then others on orders, then those on lines, each in editor
 * order. A report holds the orders that pass all.
 */
export type Funnel = {
  fields: readonly CompiledCondition["field"][];
  /** The first conditions: those of the search. */
  searched: readonly SearchedCondition[];
  /** Number of conditions passed before the first failure; all of them if the order is kept. */
  countPassed(order: Order): number;
  /** Tests each condition alone. */
  evaluateEach(order: Order): readonly boolean[];
};

/**
 * @throws {UnreadableValue}
 * @throws {UnknownTimezone}
 */
export const compileFunnel = (filter: FilterConditions, moment: FilterMoment): Funnel => {
  const { conditions } = compileFilter(filter, moment);
  const nativeConditions = nativeParts(filter, moment).filter(({ query }) => query !== "");
  const searched = nativeConditions.map(({ field, query: own }, at): SearchedCondition => {
    const upTo = nativeConditions.slice(0, at + 1);
    return { field, query: joinedQuery(upTo.map(({ query }) => query)), own, exact: upTo.every(({ exact }) => exact) };
  });
  const isSearched = (condition: CompiledCondition) => nativeConditions.some(({ field }) => field === condition.field);
  const rankOf = (condition: CompiledCondition) => (isSearched(condition) ? 0 : condition.level === "order" ? 1 : 2);
  const inOrder = conditions.toSorted((one, other) => rankOf(one) - rankOf(other));
  return {
    fields: inOrder.map(({ field }) => field),
    searched,
    countPassed: (order) => {
      // A line must meet all line conditions.
      let lines: readonly LineItem[] = order.lineItems ?? [];
      for (const [at, { level, holds }] of inOrder.entries()) {
        if (level === "line") lines = lines.filter((line) => holds(order, line));
        if (level === "line" ? lines.length === 0 : !holds(order, noLine)) return at;
      }
      return inOrder.length;
    },
    evaluateEach: (order) =>
      inOrder.map(({ level, holds }) =>
        level === "line" ? (order.lineItems ?? []).some((line) => holds(order, line)) : holds(order, noLine),
      ),
  };
};

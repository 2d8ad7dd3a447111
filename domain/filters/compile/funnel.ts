import type { LineItem, Order } from "../../orders/order.ts";
import type { FilterConditions } from "../filter.ts";
import { compileFilter, noLine } from "./compile-filter.ts";
import type { CompiledCondition, FilterMoment } from "./compiled.ts";
import { joinedQuery, nativeParts } from "./native.ts";

/** A condition that the platform's search is asked. */
type SearchedCondition = Pick<CompiledCondition, "field"> & {
  /** The search for this condition and those before it; empty for everything. */
  query: string;
  /** The search for this condition alone. */
  own: string;
  /** Whether `query` finds just what these conditions keep; else it finds more. */
  exact: boolean;
};

/**
 * The conditions of a filter one after another: first those that the search is asked, then the others on orders, then those on lines,
 * each in the order of the editor. What passes all of them is what a report holds.
 */
export type Funnel = {
  /** In their order. */
  fields: readonly CompiledCondition["field"][];
  /** The first of them: those that the search is asked. */
  searched: readonly SearchedCondition[];
  /** How many of the conditions, from the first on, an order passes; all of them: it is kept. */
  passes(order: Order): number;
  /** Of each condition, whether the order passes it were it the only one. */
  passesAlone(order: Order): readonly boolean[];
};

/**
 * @throws {UnreadableValue}
 * @throws {UnknownTimezone}
 */
export const compileFunnel = (filter: FilterConditions, moment: FilterMoment): Funnel => {
  const { conditions } = compileFilter(filter, moment);
  const asked = nativeParts(filter, moment).filter(({ query }) => query !== "");
  const searched = asked.map(({ field, query: own }, at): SearchedCondition => {
    const upTo = asked.slice(0, at + 1);
    return { field, query: joinedQuery(upTo.map(({ query }) => query)), own, exact: upTo.every(({ exact }) => exact) };
  });
  const isSearched = (condition: CompiledCondition) => asked.some(({ field }) => field === condition.field);
  const rankOf = (condition: CompiledCondition) => (isSearched(condition) ? 0 : condition.level === "order" ? 1 : 2);
  const inOrder = conditions.toSorted((one, other) => rankOf(one) - rankOf(other));
  return {
    fields: inOrder.map(({ field }) => field),
    searched,
    passes: (order) => {
      // A line must hold all conditions on lines by itself, so those that held the last one are asked the next.
      let lines: readonly LineItem[] = order.lineItems ?? [];
      for (const [at, { level, holds }] of inOrder.entries()) {
        if (level === "line") lines = lines.filter((line) => holds(order, line));
        if (level === "line" ? lines.length === 0 : !holds(order, noLine)) return at;
      }
      return inOrder.length;
    },
    passesAlone: (order) =>
      inOrder.map(({ level, holds }) =>
        level === "line" ? (order.lineItems ?? []).some((line) => holds(order, line)) : holds(order, noLine),
      ),
  };
};

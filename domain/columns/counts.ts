import type { ColumnDefinition } from "./definition.ts";

/** What the figures of a column are made of: the lines that a filter keeps, or orders as a whole. */
export type Counts = "lines" | "orders";

/** What a column counts where a filter leaves lines out; undefined of texts, dates, rates and prices of one unit, which add nothing up. */
export const countsOf = ({ level, total, aggregate }: ColumnDefinition): Counts | undefined => {
  if (aggregate.Orders === "orderOnce") return "orders";
  return total === "sum" || level === "calc" ? "lines" : undefined;
};

import type { ColumnDefinition } from "./definition.ts";

/** Base of a column's figures: the lines that a filter keeps, or whole orders. */
export type FigureBasis = "lines" | "orders";

/**
 * Base of a column's figures if a filter leaves lines out. Undefined for texts, dates, rates and unit prices, which are
 * not summed.
 */
export const determineFigureBasis = ({ level, total, aggregate }: ColumnDefinition): FigureBasis | undefined => {
  if (aggregate.Orders === "orderOnce") return "orders";
  return total === "sum" || level === "calc" ? "lines" : undefined;
};

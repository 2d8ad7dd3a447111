import type { ColumnDefinition } from "./definition.ts";

/** Lines kept by a filter, or whole orders. */
export type FigureBasis = "lines" | "orders";

/** Base of a column's figures if a filter leaves lines out. Undefined if it is not summed. */
export const determineFigureBasis = ({ level, total, aggregate }: ColumnDefinition): FigureBasis | undefined => {
  if (aggregate.Orders === "orderOnce") return "orders";
  return total === "sum" || level === "calc" ? "lines" : undefined;
};

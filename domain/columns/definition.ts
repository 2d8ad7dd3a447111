import type { ColumnCategory, ColumnType } from "../enumerations.ts";
import type { LineItem, Order } from "../orders/order.ts";

/**
 * A cell before a writer sees it. Numbers are canonical decimal text (`55`, `7.25`; domain/text/decimal.ts), so that no money
 * goes through floats; instants are ISO UTC.
 * null is an empty cell: blank is not 0.
 */
export type Cell =
  | null
  | { kind: "text"; text: string }
  | { kind: "number"; decimal: string }
  | { kind: "datetime"; instant: string }
  | { kind: "link"; urls: string[] }
  /** One picture, or those of all lines where a row stands for several. */
  | { kind: "image"; urls: string[] };

export type CellContext = {
  /** [from, to) of the report, for RefundInPeriod. */
  period: { from: string | null; to: string };
  /** Address of the shop's admin pages, without a slash at the end. */
  adminUrl: string;
  ianaTimezone: string;
};

/** Value of a column on one row; how it aggregates is part of the definition, not of the grouping. */
export type OrderRow = {
  /** The whole order: its own figures never depend on a filter. */
  order: Order;
  /** Those of its lines that the report holds; all of them without a filter of lines. */
  lines: readonly LineItem[];
  context: CellContext;
};
export type LineRow = OrderRow & { line: LineItem; firstRowOfOrder: boolean };

export type ColumnTotal = "sum" | "sumOncePerOrder" | "none";

/** One definition per column: everything that is known about it. */
export type ColumnDefinition = {
  key: string;
  title: string;
  category: ColumnCategory;
  type: ColumnType;
  valueKind: "text" | "number" | "datetime";
  description: string;
  note: string;
  /** Place in the specification's list of slow groups (0 risk … 11 fulfillment order), -1 when not slow. */
  slowGroup: number;
  /** Identifiers, SKUs, bar codes: letter options leave them alone. */
  identifier: boolean;
  /**
   * What the totals row shows: the sum of all cells, of one cell per order, or nothing. A price per unit or a
   * text has no total.
   */
  total: ColumnTotal;
  /** Paths below Order that the values need, in the platform's names. */
  fields: readonly string[];
  /** Value per grouping; a grouping that is absent does not allow the column. */
  values: {
    Orders?: (row: LineRow) => Cell;
    OnePerOrder?: (row: OrderRow) => Cell;
  };
};

import type { ColumnCategory, ColumnType, CustomColumnCategory } from "../enumerations.ts";
import type { Fulfillment, FulfillmentOrder, LineItem, Order } from "../orders/order.ts";

/**
 * A cell before formatting. Numbers are canonical decimal text (`55`, `7.25`; domain/text/decimal.ts), never floats;
 * instants ISO UTC. null is an empty cell: blank is not 0.
 */
export type Cell =
  | null
  /** `result`: a formula's boolean or error, which the text alone doesn't show. */
  | { kind: "text"; text: string; result?: "boolean" | "error" }
  | { kind: "number"; decimal: string }
  | { kind: "datetime"; instant: string }
  /** Instants of several lines or orders. */
  | { kind: "datetimes"; instants: string[] }
  | { kind: "link"; urls: string[] }
  /** Pictures of all lines that a row covers. */
  | { kind: "image"; urls: string[] };

export type CellContext = {
  /** The report's period [from, to), for RefundInPeriod. */
  period: { from: string | null; to: string };
  /** The shop's admin pages, without a trailing slash. */
  adminUrl: string;
  ianaTimezone: string;
  /** Decimals of the shop's currency, to which divided amounts are rounded. */
  currencyDecimals: number;
  /** The shop's unit, in the platform's spelling: KILOGRAMS. */
  weightUnit: string;
};

/** Text, decimal text, a whole number, an ISO instant, or nothing. */
export type Atom = string | number | null | undefined;
/** Raw value of a column, or several, as for tags. Only cells.ts converts it. */
export type Value = Atom | readonly Atom[];

type ColumnTotal = "sum" | "sumOncePerOrder" | "none";

/** The catalogue defines aggregates for these groupings. */
export type GroupingName =
  | "Orders"
  | "ProductVariants"
  | "OnePerOrder"
  | "Fulfillments"
  | "ProductCombined"
  | "BundleAndCustomizer"
  | "MassConstructionMealPrep";

/** Computes a row's value in a grouping (P-6). */
export type Aggregation =
  | "line"
  | "order"
  | "orderOnce"
  | "fulfillment"
  | "sum"
  | "prorate"
  | "prorateNet"
  | "fulfilled"
  | "wavg"
  | "first"
  | "join"
  | "max"
  | "range"
  | "sumVariants"
  | "listed"
  | "perBundle"
  | "calc"
  | "blank";

type ColumnReader =
  | { level: "order"; read(order: Order, context: CellContext): Value }
  | {
      level: "line";
      read(line: LineItem, order: Order, context: CellContext): Value;
      /**
       * Reads the whole order's value, for groupings that aggregate by `order`, if the platform has more than the
       * lines' values.
       */
      ofOrder?: { fields: readonly string[]; read(order: Order, context: CellContext): Value };
    }
  | { level: "fulfillment"; read(fulfillment: Fulfillment, order: Order, context: CellContext): Value }
  /** Rows of a fulfillment read its own fulfillment orders; others read all, sent or not. */
  | { level: "fulfillmentOrder"; read(one: FulfillmentOrder, order: Order, context: CellContext): Value }
  /**
   * Computed from the row's other cells after aggregation, never averaged. `needs`: keys of number columns, shown or
   * not. `compute`: gets decimals, null if empty.
   */
  | {
      level: "calc";
      needs: readonly string[];
      compute(numbers: Readonly<Record<string, string | null>>): string | null;
    }
  | { level: "blank" };

export type ColumnDefinition = {
  key: string;
  title: string;
  category: ColumnCategory;
  type: ColumnType;
  valueKind: "text" | "number" | "datetime";
  description: string;
  note: string;
  /** Index in the specification's slow groups (0 risk … 11 fulfillment order); -1 if not slow. */
  slowGroup: number;
  /** True for identifiers, SKUs and bar codes: letter options skip them. */
  identifier: boolean;
  /** Totals row: sum of all cells, of one per order, or none, as for unit prices and texts. */
  total: ColumnTotal;
  /** Decimals of a fulfillment's share; default: those of the shop's currency. */
  decimals?: number;
  /** Paths below Order that `read` needs. Groupings request their own. */
  fields: readonly string[];
  /** `read` needs this from Sheaf instead of the platform. */
  ownData?: "localStatus";
  /** Contents or attributes that a merchant may set; if absent, the catalogue decides. */
  takes?: readonly CustomColumnCategory[];
  /** For a link: key of the column whose text labels it. */
  linkTitle?: string;
  /** Aggregation per grouping. A grouping without one does not allow the column. */
  aggregate: Readonly<Partial<Record<GroupingName, Aggregation>>>;
} & ColumnReader;

/** A column's source at one level, and its aggregation. */
export type ColumnSource<Level extends ColumnReader["level"]> = Pick<ColumnDefinition, "fields" | "aggregate"> &
  Extract<ColumnReader, { level: Level }>;

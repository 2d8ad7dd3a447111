import type { ColumnCategory, ColumnType, CustomColumnCategory } from "../enumerations.ts";
import type { Fulfillment, FulfillmentOrder, LineItem, Order } from "../orders/order.ts";

/**
 * A cell before a writer sees it. Numbers are canonical decimal text (`55`, `7.25`; domain/text/decimal.ts), so that no money
 * goes through floats; instants are ISO UTC.
 * null is an empty cell: blank is not 0.
 */
export type Cell =
  | null
  /** `result`: set if a formula gave a truth value or an error, as the text alone doesn't tell. */
  | { kind: "text"; text: string; result?: "boolean" | "error" }
  | { kind: "number"; decimal: string }
  | { kind: "datetime"; instant: string }
  /** Those of several lines or orders. */
  | { kind: "datetimes"; instants: string[] }
  | { kind: "link"; urls: string[] }
  /** One picture, or those of all lines where a row stands for several. */
  | { kind: "image"; urls: string[] };

export type CellContext = {
  /** [from, to) of the report, for RefundInPeriod. */
  period: { from: string | null; to: string };
  /** Address of the shop's admin pages, without a slash at the end. */
  adminUrl: string;
  ianaTimezone: string;
  /** Of the shop's currency: what divided amounts are rounded to. */
  currencyDecimals: number;
  /** The shop's, in the platform's word: KILOGRAMS. */
  weightUnit: string;
};

/** Text, decimal text (or a whole number), an ISO instant, or nothing. */
export type Atom = string | number | null | undefined;
/** What a column reads: several where there are several, as of tags and tracking numbers. Cells are made of it in one place (cells.ts). */
export type Value = Atom | readonly Atom[];

type ColumnTotal = "sum" | "sumOncePerOrder" | "none";

/** The groupings that the catalogue has words for. */
export type GroupingName =
  | "Orders"
  | "ProductVariants"
  | "OnePerOrder"
  | "Fulfillments"
  | "ProductCombined"
  | "BundleAndCustomizer"
  | "MassConstructionMealPrep";

/** How a row of a grouping comes to its value (P-6, where each word is explained). */
export type Aggregate =
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

/** What a column's value is one of, and how it is read there. */
type ColumnReading =
  | { level: "order"; read(order: Order, context: CellContext): Value }
  | {
      level: "line";
      read(line: LineItem, order: Order, context: CellContext): Value;
      /** For groupings whose word is `order`: what the platform says of the whole order, where that is more than its lines say. */
      ofOrder?: { fields: readonly string[]; read(order: Order, context: CellContext): Value };
    }
  | { level: "fulfillment"; read(fulfillment: Fulfillment, order: Order, context: CellContext): Value }
  /** Rows of a fulfillment read those that it came from, all others those of the whole order, whether anything was sent or not. */
  | { level: "fulfillmentOrder"; read(one: FulfillmentOrder, order: Order, context: CellContext): Value }
  /**
   * Computed from other cells of the same row, after they were aggregated, and never averaged. `needs`: keys of columns of numbers,
   * shown or not; `compute` gets the decimal of each, null where it is empty.
   */
  | {
      level: "calc";
      needs: readonly string[];
      compute(numbers: Readonly<Record<string, string | null>>): string | null;
    }
  /** A cell for people to fill in. */
  | { level: "blank" };

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
  /** What a fulfillment's part of its values is rounded to; absent: the decimals of the shop's currency. */
  decimals?: number;
  /** Paths below Order that `read` needs, in the platform's names. What a grouping needs it asks for itself. */
  fields: readonly string[];
  /** What `read` needs of an order that the platform does not have, and Sheaf keeps itself. */
  ours?: "localStatus";
  /** What a merchant may put into it, or have it show; absent: it is as the catalogue has it. */
  takes?: readonly CustomColumnCategory[];
  /** Of a link: key of the column whose text names where it leads. */
  linkTitle?: string;
  /** A word per grouping; a grouping that is absent does not allow the column. */
  aggregate: Readonly<Partial<Record<GroupingName, Aggregate>>>;
} & ColumnReading;

/** The part of a definition that says what is read at one level, and how rows come to their value. */
export type ColumnSource<Level extends ColumnReading["level"]> = Pick<ColumnDefinition, "fields" | "aggregate"> &
  Extract<ColumnReading, { level: Level }>;

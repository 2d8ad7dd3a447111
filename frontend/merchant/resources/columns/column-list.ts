import { ColumnCategory, ColumnType, Grouping } from "#domain/enumerations.ts";
import type { ReportColumnInfo } from "#domain/wire/reports/columns.ts";

export type Category = { value: number; name: string };

/** Categories in the page's order, which is the wire's. */
export const categories: readonly Category[] = [
  { value: ColumnCategory.Product, name: "Product" },
  { value: ColumnCategory.Order, name: "Order" },
  { value: ColumnCategory.Customer, name: "Customer" },
  { value: ColumnCategory.BillingAddress, name: "Billing address" },
  { value: ColumnCategory.Fulfillment, name: "Fulfillment" },
  { value: ColumnCategory.Transaction, name: "Transaction" },
  { value: ColumnCategory.Custom, name: "Custom" },
];

export const categoryName = (category: number): string =>
  categories.find(({ value }) => value === category)?.name ?? "Other";

/** Groupings available to every shop, named by what one row is. */
export const groupings: readonly { value: number; name: string }[] = [
  { value: Grouping.Orders, name: "Order lines" },
  { value: Grouping.OnePerOrder, name: "One per order" },
  { value: Grouping.ProductVariants, name: "Product variants" },
  { value: Grouping.ProductCombined, name: "Products combined" },
  { value: Grouping.Fulfillments, name: "Fulfillments" },
];

const typeNames: Record<number, string> = {
  [ColumnType.Text]: "Text",
  [ColumnType.Number]: "Number",
  [ColumnType.Link]: "Link",
  [ColumnType.Image]: "Image",
};

/** Instants travel as text, but readers see dates. */
export const typeName = (column: Pick<ReportColumnInfo, "Type" | "ValueKind">): string =>
  column.ValueKind === "datetime" ? "Date" : (typeNames[column.Type] ?? "Text");

/** `All groupings`, or the names of those that support the column. */
export const groupingsText = ({ Groupings }: Pick<ReportColumnInfo, "Groupings">): string => {
  const named = groupings.filter(({ value }) => Groupings.includes(value));
  if (named.length === groupings.length) return "All groupings";
  return named.length === 0 ? "None" : named.map(({ name }) => name).join(", ");
};

export const isSlow = ({ SlowColumn }: Pick<ReportColumnInfo, "SlowColumn">): boolean => SlowColumn >= 0;

/** The note about a slow column. */
export const slowColumnNote = "This column causes slow performance!";

const countTexts = {
  lines: "With a filter on lines, only the lines that match count.",
  orders: "With a filter on lines, whole orders still count.",
} as const;

/** Notes on a column, including what its figures count when a filter leaves lines out; empty if none. */
export const formatNotes = ({ Note, Counts }: Pick<ReportColumnInfo, "Note" | "Counts">): string =>
  [Note, Counts && countTexts[Counts]].filter(Boolean).join(" ");

/** Keeps catalog order, without empty categories. */
export const groupByCategory = (
  columns: readonly ReportColumnInfo[],
): { name: string; columns: ReportColumnInfo[] }[] =>
  categories
    .map(({ value, name }) => ({ name, columns: columns.filter(({ Category }) => Category === value) }))
    .filter((group) => group.columns.length > 0);

/** `40 columns`, `1 column`, `3 of 40 columns`. */
export const columnCountText = (shown: number, all: number): string => {
  const count =
    shown === all ? all.toLocaleString("en") : `${shown.toLocaleString("en")} of ${all.toLocaleString("en")}`;
  return `${count} ${all === 1 ? "column" : "columns"}`;
};

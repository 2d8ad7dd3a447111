import { columnByKey } from "../../columns/catalogue.ts";
import type { CustomColumn, NumberFormat, SortedBy } from "../../designs/design.ts";
import { type DesignField, parseColumnField } from "../../designs/fields.ts";
import { nameSortDirection } from "../../designs/sort-directions.ts";
import {
  type AttributeCategory,
  ColumnType,
  CustomColumnCategory,
  type Grouping,
  NumberFormatType,
  WorksheetSplitter,
} from "../../enumerations.ts";
import { rowUnitNames } from "../../groupings/row-unit.ts";
import { quoteText } from "../../text/quote-text.ts";

/** Looks up a merchant's own title of a column. */
export type OwnTitles = (key: string) => string | undefined;

const noTitles: OwnTitles = () => undefined;

/** Prefers the column's own title to the catalogue's. */
export const columnLabel = (key: string, titles: OwnTitles = noTitles): string =>
  quoteText(titles(key) ?? columnByKey.get(key)?.title ?? key);

const splitterLabels: Readonly<Record<WorksheetSplitter, string>> = {
  [WorksheetSplitter.None]: "one worksheet",
  [WorksheetSplitter.OrderTags]: "one per order tag",
  [WorksheetSplitter.CustomerTags]: "one per customer tag",
  [WorksheetSplitter.BillingCountry]: "one per billing country",
  [WorksheetSplitter.Province]: "one per province",
  [WorksheetSplitter.BillingProvince]: "one per billing province",
  [WorksheetSplitter.ProductTags]: "one per product tag",
  [WorksheetSplitter.ProductTitle]: "one per product title",
  [WorksheetSplitter.Vendor]: "one per vendor",
  [WorksheetSplitter.Sku]: "one per SKU",
  [WorksheetSplitter.OrderId]: "one per order",
  [WorksheetSplitter.ShippingLinesTitle]: "one per shipping line title",
  [WorksheetSplitter.ProductType]: "one per product type",
  [WorksheetSplitter.City]: "one per city",
  [WorksheetSplitter.BillingCity]: "one per billing city",
  [WorksheetSplitter.SalesChannel]: "one per sales channel",
};

export const describeGrouping = (grouping: Grouping): string => `one per ${rowUnitNames[grouping]}`;

export const describeSplitter = (splitter: WorksheetSplitter): string => splitterLabels[splitter];

/** Names a sort direction: `low to high` for numbers, `oldest first` for dates, `A to Z` for all other columns. */
export const describeDirection = ({ column, sorting }: SortedBy): string => {
  const definition = columnByKey.get(column);
  if (definition?.type === ColumnType.Number) return nameSortDirection("number", sorting);
  return nameSortDirection(definition?.valueKind === "datetime" ? "datetime" : "text", sorting);
};

export const describeSorting = (sorted: SortedBy | null, titles?: OwnTitles): string =>
  sorted === null ? "newest order first" : `${columnLabel(sorted.column, titles)}, ${describeDirection(sorted)}`;

export const describeFormat = (format: NumberFormat | null): string => {
  switch (format?.type) {
    case undefined:
      return "none";
    case NumberFormatType.Currency:
      return "currency";
    case NumberFormatType.LessThanRed:
      return `red up to ${format.limit}`;
    case NumberFormatType.Custom:
      return quoteText(format.code);
  }
};

const attributeLabels: Readonly<Record<AttributeCategory, string>> = {
  [CustomColumnCategory.VariantMetafields]: "the variant metafield",
  [CustomColumnCategory.ProductMetafields]: "the product metafield",
  [CustomColumnCategory.NoteAttributes]: "the note attribute",
  [CustomColumnCategory.Property]: "the line property",
  [CustomColumnCategory.OrderMetafields]: "the order metafield",
  [CustomColumnCategory.CustomerMetafields]: "the customer metafield",
};

/** Describes a width or content that the merchant hasn't changed. */
const usual = "the default";

/** Describes a custom column's content in words. */
export const describeCustomColumn = (custom: CustomColumn | null): string => {
  if (custom === null) return usual;
  switch (custom.category) {
    case CustomColumnCategory.Empty:
      return "empty";
    case CustomColumnCategory.ExcelFormula:
      return custom.formula;
    default:
      return `${attributeLabels[custom.category]} ${quoteText(custom.name)}`;
  }
};

const describeWidth = (width: number | null): string => (width === null ? usual : String(width));

/** Returns a field's capitalized name for merchants. A field `title` names the column by its catalogue title. */
export const getDesignFieldLabel = (field: DesignField, titles?: OwnTitles): string => {
  switch (field) {
    case "title":
      return "Title";
    case "grouping":
      return "Rows";
    case "ws_splitter":
      return "Worksheets";
    case "sorting":
      return "Sorting";
  }
  const { column = "", property } = parseColumnField(field) ?? {};
  switch (property) {
    case "title":
      return `Title of column ${columnLabel(column)}`;
    case "width":
      return `Width of column ${columnLabel(column, titles)}`;
    case "format":
      return `Number format of column ${columnLabel(column, titles)}`;
    case "custom":
      return `Content of column ${columnLabel(column, titles)}`;
    default:
      return `Column ${columnLabel(column, titles)}`;
  }
};

/** Describes a value in the merchant's words. */
export const describeDesignFieldValue = (field: DesignField, value: unknown, titles?: OwnTitles): string => {
  switch (field) {
    case "title":
      return quoteText(String(value));
    case "grouping":
      return describeGrouping(value as Grouping);
    case "ws_splitter":
      return describeSplitter(value as WorksheetSplitter);
    case "sorting":
      return describeSorting(value as SortedBy | null, titles);
  }
  switch (parseColumnField(field)?.property) {
    case "title":
      return value === null ? "the original one" : quoteText(String(value));
    case "width":
      return describeWidth(value as number | null);
    case "format":
      return describeFormat(value as NumberFormat | null);
    case "custom":
      return describeCustomColumn(value as CustomColumn | null);
    default:
      return value === true ? "shown" : "hidden";
  }
};

/** The first change of a default names only the new value. */
export const describeDesignFieldChange = (from: string, to: string): string =>
  from === usual ? `changed to ${to}` : `from ${from} to ${to}`;

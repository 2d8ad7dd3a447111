import type { ColumnDefinition } from "../columns/definition.ts";
import type { FieldProblem } from "../core/field-problem.ts";
import { ColumnType, CustomColumnCategory, Grouping, NumberFormatType } from "../enumerations.ts";
import { ambiguityMessage, findCodeAmbiguity } from "../number-formats/code-ambiguity.ts";
import { formatCodeProblem } from "../number-formats/format-code.ts";
import { quoteText } from "../text/quote-text.ts";
import { findTitleProblem, maxTitleLength, unwritable } from "../text/titles.ts";
import { customColumnProblem } from "./custom-column.ts";
import type { CustomColumn, NumberFormat } from "./design.ts";
import { type DesignField, type DesignFields, parseColumnField } from "./fields.ts";

export type CatalogueColumns = ReadonlyMap<string, Pick<ColumnDefinition, "title" | "type" | "takes">>;

/** Groupings in the order offered. Not every shop may choose each. */
export const groupingsOffered: readonly Grouping[] = [
  Grouping.Orders,
  Grouping.ProductVariants,
  Grouping.OnePerOrder,
  Grouping.Fulfillments,
  Grouping.ProductCombined,
  Grouping.BundleAndCustomizer,
  Grouping.MassConstructionMealPrep,
];

/** Refusal of any other grouping. */
export const groupingNotOffered =
  "A report design has one row per order line, product variant, order, fulfillment or product. Choose one of these.";

/** Units of 7 px (S-2.9). */
export const minColumnWidth = 4;
export const maxColumnWidth = 90;

/** Returns the fault of a merchant's column title (S-2.5, R-26), in the dialog's words. */
export const columnTitleProblem = (title: string): string | undefined => {
  const trimmed = title.trim();
  if (trimmed === "") return "Value is required";
  if (Array.from(trimmed).length > maxTitleLength) return `The maximum length allowed is ${maxTitleLength}`;
  if (/^\d/.test(trimmed)) return "Please don't start with number.";
  if (/[<>]/.test(trimmed)) return "Please don't use the characters '<' and '>'.";
  if (unwritable.test(trimmed)) return "Please don't use line breaks or other control characters.";
  return undefined;
};

const widthProblem = (width: number): string | undefined =>
  width >= minColumnWidth && width <= maxColumnWidth
    ? undefined
    : `A column can be ${minColumnWidth} to ${maxColumnWidth} units wide. Choose a width within that.`;

const typedCodeProblem = (code: string): string | undefined => {
  const doubt = findCodeAmbiguity(code);
  return doubt === undefined ? formatCodeProblem(code) : ambiguityMessage(doubt);
};

/** Explains why a number format can't be saved (S-2.5, R-31). */
export const formatProblem = (format: NumberFormat): string | undefined => {
  switch (format.type) {
    case NumberFormatType.Currency:
      return undefined;
    case NumberFormatType.LessThanRed:
      return format.limit >= 0 ? undefined : "The minimum value allowed is 0";
    case NumberFormatType.Custom:
      if (format.code.trim() === "") return "Value is required";
      if (unwritable.test(format.code)) return "Please don't use line breaks or other control characters.";
      return typedCodeProblem(format.code);
  }
};

/** Message for an unknown column. */
export const unknownColumn = (key: string): string =>
  `There is no column ${quoteText(key)}. Choose from the list of columns.`;

const columnProblem = (field: DesignField, value: unknown, known: CatalogueColumns): string | undefined => {
  const { column, property } = parseColumnField(field) ?? {};
  if (column === undefined) return undefined;
  const definition = known.get(column);
  if (!definition) return unknownColumn(column);
  const problem = (): string | undefined => {
    if (value === null || property === "visible") return undefined;
    if (property === "title") return columnTitleProblem(value as string);
    if (property === "width") return widthProblem(value as number);
    if (property === "custom") return customColumnProblem(value as CustomColumn, definition);
    return definition.type === ColumnType.Number || definition.takes?.includes(CustomColumnCategory.ExcelFormula)
      ? formatProblem(value as NumberFormat)
      : "Only a number column can have a number format. Choose another column.";
  };
  const message = problem();
  return message === undefined ? undefined : `Column ${quoteText(definition.title)}: ${message}`;
};

const problemOf = (field: DesignField, wanted: Partial<DesignFields>, known: CatalogueColumns): string | undefined => {
  if (field === "title") return wanted.title === undefined ? undefined : findTitleProblem(wanted.title, "design");
  if (field === "grouping")
    return wanted.grouping === undefined || groupingsOffered.includes(wanted.grouping) ? undefined : groupingNotOffered;
  if (field === "sorting") {
    const column = wanted.sorting?.column;
    return column === undefined || known.has(column) ? undefined : unknownColumn(column);
  }
  return columnProblem(field, wanted[field], known);
};

/** Returns a sentence per wrong field. */
export const validateDesign = (wanted: Partial<DesignFields>, known: CatalogueColumns): FieldProblem<DesignField>[] =>
  (Object.keys(wanted) as DesignField[]).flatMap((field) => {
    const message = problemOf(field, wanted, known);
    return message === undefined ? [] : [{ field, message }];
  });

import { ColumnType, CustomColumnCategory } from "#domain/enumerations.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";

/** What formulas need to know of the preview whose rows they are computed for. */
export type FormulaSettings = Pick<Preview, "Locale" | "DateFormat" | "Instants" | "Unread">;

/** Tells if the preview lacks an order that couldn't be read. */
export const lacksOrders = ({ Unread = [] }: FormulaSettings): boolean => Unread.some(({ LeftOut }) => LeftOut);

/** Of a design whose preview was not read yet. */
export const noSettings: FormulaSettings = { Locale: "en", DateFormat: 0, Instants: [] };

/** The formula in a column; null of one without. */
export const formulaIn = ({ CustomColumn }: Pick<ReportColumn, "CustomColumn">): string | null =>
  CustomColumn?.Category === CustomColumnCategory.ExcelFormula ? (CustomColumn.ExcelFormula?.Formula ?? null) : null;

/** What the texts of a column are of. */
export const valueKindIn = (
  { Column, Type }: Pick<ReportColumn, "Column" | "Type">,
  { Instants }: FormulaSettings,
): "text" | "number" | "datetime" =>
  Instants.includes(Column) ? "datetime" : Type === ColumnType.Number ? "number" : "text";

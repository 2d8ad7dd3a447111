import { ColumnType, CustomColumnCategory } from "#domain/enumerations.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";

/** The preview's settings that formulas depend on. */
export type FormulaSettings = Pick<Preview, "Locale" | "DateFormat" | "Instants" | "Unread">;

/** True if the preview lacks an unreadable order. */
export const lacksOrders = ({ Unread = [] }: FormulaSettings): boolean => Unread.some(({ LeftOut }) => LeftOut);

/** Defaults until the preview is loaded. */
export const noSettings: FormulaSettings = { Locale: "en", DateFormat: 0, Instants: [] };

/** A column's formula; null if none. */
export const getFormula = ({ CustomColumn }: Pick<ReportColumn, "CustomColumn">): string | null =>
  CustomColumn?.Category === CustomColumnCategory.ExcelFormula ? (CustomColumn.ExcelFormula?.Formula ?? null) : null;

/** The kind of value in a column's texts. */
export const valueKindIn = (
  { Column, Type }: Pick<ReportColumn, "Column" | "Type">,
  { Instants }: Pick<FormulaSettings, "Instants">,
): "text" | "number" | "datetime" =>
  Instants.includes(Column) ? "datetime" : Type === ColumnType.Number ? "number" : "text";

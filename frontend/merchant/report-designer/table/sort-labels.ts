import { nameSortDirection } from "#domain/designs/sort-directions.ts";
import { Sorting } from "#domain/enumerations.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { type FormulaSettings, valueKindIn } from "../formulas.ts";

/** A column's sorting, within a sentence. `settings`: of the preview, which knows the columns of dates. */
export const sortLabel = (
  column: Pick<ReportColumn, "Column" | "Type" | "Sorting">,
  settings: Pick<FormulaSettings, "Instants">,
): string =>
  column.Sorting === Sorting.None
    ? "not sorted"
    : nameSortDirection(valueKindIn(column, settings), column.Sorting as Sorting);

export const ariaSort = {
  [Sorting.None]: undefined,
  [Sorting.Ascending]: "ascending",
  [Sorting.Descending]: "descending",
} as const;

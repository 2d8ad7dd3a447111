import { useEffect, useMemo, useState } from "react";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { getFormula } from "../formulas.ts";
import type { TableValues } from "./preview-values.ts";

type Code = typeof import("./formula-values.ts");
const load = async (): Promise<Code> => import("./formula-values.ts");

/** True if two column lists give the same results. A new width, for example, doesn't matter. */
const isAlike = (columns: readonly ReportColumn[], others: readonly ReportColumn[]): boolean =>
  columns.length === others.length &&
  columns.every((column, at) => {
    const other = others[at];
    return other !== undefined && column.Column === other.Column && getFormula(column) === getFormula(other);
  });

/** Adds results of formulas, whose code loads once a column has one. `columns`: the file's, left to right. */
export const useFormulaValues = (
  values: TableValues | null,
  columns: readonly ReportColumn[],
  preview: Preview | undefined,
): TableValues | null => {
  const [code, setCode] = useState<Code | null>(null);
  const [stableColumns, setStableColumns] = useState(columns);
  if (stableColumns !== columns && !isAlike(stableColumns, columns)) setStableColumns(columns);
  const hasFormula = stableColumns.some((column) => getFormula(column) !== null);
  useEffect(() => {
    if (hasFormula && code === null) void load().then(setCode);
  }, [hasFormula, code]);
  return useMemo(
    () =>
      values === null || preview === undefined || code === null || !hasFormula
        ? values
        : code.withFormulaValues(values, stableColumns, preview),
    [values, preview, code, hasFormula, stableColumns],
  );
};

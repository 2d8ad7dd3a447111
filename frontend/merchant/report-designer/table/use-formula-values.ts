import { useEffect, useMemo, useState } from "react";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { formulaIn } from "../formulas.ts";
import type { TableValues } from "./preview-values.ts";

type Code = typeof import("./formula-values.ts");
const load = async (): Promise<Code> => import("./formula-values.ts");

/** What the results depend on of the columns: with a new width, say, they stay the same objects. */
const isAlike = (columns: readonly ReportColumn[], others: readonly ReportColumn[]): boolean =>
  columns.length === others.length &&
  columns.every((column, at) => {
    const other = others[at];
    return other !== undefined && column.Column === other.Column && formulaIn(column) === formulaIn(other);
  });

/**
 * The rows with the results of formulas; the code for them is fetched when a column has one. `columns`: those that the file has, from left
 * to right.
 */
export const useFormulaValues = (
  values: TableValues | null,
  columns: readonly ReportColumn[],
  preview: Preview | undefined,
): TableValues | null => {
  const [code, setCode] = useState<Code | null>(null);
  const [kept, setKept] = useState(columns);
  if (kept !== columns && !isAlike(kept, columns)) setKept(columns);
  const hasFormula = kept.some((column) => formulaIn(column) !== null);
  useEffect(() => {
    if (hasFormula && code === null) void load().then(setCode);
  }, [hasFormula, code]);
  return useMemo(
    () =>
      values === null || preview === undefined || code === null || !hasFormula
        ? values
        : code.withFormulaValues(values, kept, preview),
    [values, preview, code, hasFormula, kept],
  );
};

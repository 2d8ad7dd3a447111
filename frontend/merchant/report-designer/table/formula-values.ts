import { type ShownFormulaColumn, withFormulaTexts } from "#domain/formulas/syntax/formula-texts.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { type FormulaSettings, getFormula, lacksOrders, valueKindIn } from "../formulas.ts";
import { warnOfFormula } from "../warn-of-formula.ts";
import { type TableValues, toTextRows } from "./preview-values.ts";

/** Adds results of formulas by worksheet, as in files. `shown`: the file's columns, left to right (A, B, C). */
export const withFormulaValues = (
  values: TableValues,
  shown: readonly ReportColumn[],
  settings: FormulaSettings,
): TableValues => {
  const { Locale, DateFormat } = settings;
  const columns = shown.map(
    (column): ShownFormulaColumn => ({
      formula: getFormula(column),
      valueKind: valueKindIn(column, settings),
    }),
  );
  const computed = shown.flatMap((column, at) => (columns[at]?.formula === null ? [] : [{ key: column.Column, at }]));
  const placeOf = new Map(values.placeOf);
  for (const { key } of computed) if (!placeOf.has(key)) placeOf.set(key, placeOf.size);
  const sheets = values.sheets.map((sheet) => {
    const filled = withFormulaTexts(columns, toTextRows(sheet.rows, values.placeOf, shown), {
      locale: Locale,
      userDateFormat: DateFormat,
      leftOut: lacksOrders(settings),
      onUnexpectedError: warnOfFormula,
    });
    const rows = sheet.rows.map((row, at) => {
      const cells = [...row.cells];
      for (const { key, at: index } of computed) cells[placeOf.get(key) ?? cells.length] = filled[at]?.[index] ?? null;
      return { ...row, cells };
    });
    return { ...sheet, rows };
  });
  return { sheets, placeOf };
};

import { mendFormula } from "#domain/formulas/syntax/mend.ts";
import { validateFormulas } from "#domain/formulas/syntax/validate-formulas.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { getFormula } from "./formulas.ts";

type FormulaColumn = Pick<ReportColumn, "Column" | "CustomColumn">;

/**
 * The likely formula of a column; null if it is unclear or would refer to itself. `inFile`: the file's columns left to
 * right.
 */
export const suggestFormula = (column: FormulaColumn, inFile: readonly FormulaColumn[]): string | null => {
  const written = getFormula(column);
  const mended = written === null ? null : mendFormula(written);
  if (mended === null) return null;
  const isOwn = ({ Column }: FormulaColumn) => Column === column.Column;
  const judged = validateFormulas(inFile.map((one) => (isOwn(one) ? mended : getFormula(one))));
  return judged[inFile.findIndex(isOwn)]?.refersToItself ? null : mended;
};

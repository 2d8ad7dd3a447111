import { judgeFormulas } from "#domain/formulas/judge.ts";
import { mendFormula } from "#domain/formulas/mend.ts";
import type { ReportColumn } from "#domain/wire/reports.ts";
import { formulaIn } from "./formulas.ts";

type FormulaColumn = Pick<ReportColumn, "Column" | "CustomColumn">;

/**
 * The formula that was meant by a column's, where that is clear and it can be saved: one that refers to itself can't. `inFile`: the columns of the
 * file from left to right.
 */
export const mendInPlace = (column: FormulaColumn, inFile: readonly FormulaColumn[]): string | null => {
  const written = formulaIn(column);
  const mended = written === null ? null : mendFormula(written);
  if (mended === null) return null;
  const isOwn = ({ Column }: FormulaColumn) => Column === column.Column;
  const judged = judgeFormulas(inFile.map((one) => (isOwn(one) ? mended : formulaIn(one))));
  return judged[inFile.findIndex(isOwn)]?.refersToItself ? null : mended;
};

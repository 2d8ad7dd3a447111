import { joinList } from "../../text/join-list.ts";
import { mendFormula } from "../syntax/mend.ts";
import { lexFormula } from "../syntax/tokens.ts";
import { formulaProblem } from "../syntax/validate-formulas.ts";
import { correctTextFormats, textFormatAdvice } from "../values/text-formats.ts";
import { type TitledColumns, titlesToLetters } from "./column-titles.ts";
import { type DecimalComma, decimalComma, describeDecimalComma, mayBeThousands } from "./decimal-comma.ts";
import { otherRows } from "./other-rows.ts";

type Mend = {
  /** Label: the changed part such as `0.3`, or the whole formula. */
  use: string;
  formula: string;
};

/** A formula as a merchant typed it. */
export type TypedFormula = {
  /** The formula with column letters, as stored; a problem stops the conversion. */
  formula: string;
  problem?: string;
  /** Set if a valid formula may not mean what its author thinks. */
  advice?: string;
  /** Set if the correction is clear. */
  mend?: Mend;
};

const mendOfComma = (comma: DecimalComma): Mend | undefined => {
  const { number, formula } = comma;
  return formula === null || mayBeThousands(comma) ? undefined : { use: number, formula };
};

const mendOfProblem = (formula: string): Mend | undefined => {
  const comma = decimalComma(formula);
  if (comma) return mendOfComma(comma);
  const mended = mendFormula(formula);
  return mended === null ? undefined : { use: mended, formula: mended };
};

const findAdvice = (formula: string): Pick<TypedFormula, "advice" | "mend"> => {
  const comma = decimalComma(formula);
  if (comma) {
    const mend = mendOfComma(comma);
    return { advice: describeDecimalComma(comma), ...(mend && { mend }) };
  }
  const tokens = lexFormula(formula);
  const format = textFormatAdvice(tokens);
  if (format !== undefined) {
    const mended = correctTextFormats(tokens);
    return { advice: format, ...(mended !== null && mended !== formula && { mend: { use: mended, formula: mended } }) };
  }
  const rows = otherRows(formula);
  if (rows === null) return {};
  const { message: advice, sameRow } = rows;
  return { advice, ...(sameRow && { mend: { use: joinList(sameRow.cells), formula: sameRow.formula } }) };
};

/**
 * Parses a typed formula, with feedback before saving (S-2.5, ADR 58). Only here titles become letters: saved, merged
 * and exported formulas have letters.
 */
export const parseTypedFormula = (typed: string, columns: TitledColumns): TypedFormula => {
  const lettered = titlesToLetters(typed, columns);
  if ("problem" in lettered) return { formula: typed, problem: lettered.problem };
  const { formula } = lettered;
  const problem = formulaProblem(formula);
  if (problem === undefined) return { formula, ...findAdvice(formula) };
  const mend = mendOfProblem(formula);
  return { formula, problem, ...(mend && { mend }) };
};

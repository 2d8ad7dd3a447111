import { shownValue } from "./cell-value.ts";
import { type FormulaColumns, readFormulas } from "./columns.ts";
import { type ComputedRow, createRowComputer, type Unforeseen } from "./compute-rows.ts";
import { wordsInstead } from "./judge.ts";
import { atOnce, type InSteps } from "./pauses.ts";
import { resultText } from "./result.ts";
import { FormulasHoldTooMuch } from "./row-bounds.ts";

/** A visible column of a preview; `formula`: null of one without. */
export type ShownFormulaColumn = { formula: string | null; valueKind: "text" | "number" | "datetime" };
export type Texts = readonly (string | null)[];

/** Characters of all texts of a row. */
export const charactersOf = (texts: Texts): number => texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);

/** Fills in the results of formulas, row by row: a row comes out once all rows that its formulas look at have come in. */
export type FormulaTexts = {
  /** @throws {FormulasHoldTooMuch} */
  add(row: Texts): InSteps<Texts[]>;
  /** @throws {FormulasHoldTooMuch} */
  end(): InSteps<Texts[]>;
  /** Steps of work that it took so far (work.ts). */
  spent(): number;
  /** A row as it is where Excel computes all of it alone. */
  withoutResults(row: Texts): Texts;
};

export type FormulaTextsSettings = { locale: string; userDateFormat: number; unforeseen?: Unforeseen | undefined };

/**
 * The cells of formulas in the rows of one worksheet of a preview, as the files have them: texts by the places of the visible columns,
 * numbers as canonical decimals. A cell that was not read has to come as null.
 * `locale`: the shop's language (BCP 47); `userDateFormat`: of the instants among the texts; `unforeseen`: as of {@link createRowComputer}.
 * `formulas`: of these columns, where they were read already.
 */
export const createFormulaTexts = (
  columns: readonly ShownFormulaColumn[],
  { locale, userDateFormat, unforeseen }: FormulaTextsSettings,
  formulas: FormulaColumns = readFormulas(columns.map(({ formula }) => formula)),
): FormulaTexts => {
  const instead = formulas.columns.map(wordsInstead);
  const computer = createRowComputer<Texts>(
    formulas,
    { locale },
    (row, place) => shownValue(row[place] ?? null, columns[place]?.valueKind ?? "text", userDateFormat),
    charactersOf,
    unforeseen,
  );
  const filled = ({ row, results }: ComputedRow<Texts>): Texts =>
    columns.map((_, place) => {
      const result = results.get(place);
      return result === undefined ? (instead[place] ?? row[place] ?? null) : resultText(result) || null;
    });
  return {
    *add(row) {
      return (yield* computer.add(row)).map(filled);
    },
    *end() {
      return (yield* computer.end()).map(filled);
    },
    spent: () => computer.spent(),
    withoutResults: (row) => filled({ row, results: new Map() }),
  };
};

/** The same of all rows of a worksheet at once; without results where they would hold too much, of which a file says so. */
export const withFormulaTexts = (
  columns: readonly ShownFormulaColumn[],
  rows: readonly Texts[],
  settings: FormulaTextsSettings,
): Texts[] => {
  const texts = createFormulaTexts(columns, settings);
  try {
    return [...rows.flatMap((row) => atOnce(texts.add(row))), ...atOnce(texts.end())];
  } catch (error) {
    if (error instanceof FormulasHoldTooMuch) return rows.map(texts.withoutResults);
    throw error;
  }
};

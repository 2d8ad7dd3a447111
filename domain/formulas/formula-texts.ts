import { shownValue } from "./cell-value.ts";
import { readFormulas } from "./columns.ts";
import { createRowComputer } from "./compute-rows.ts";
import { wordsInstead } from "./judge.ts";
import { resultText } from "./result.ts";

/** A visible column of a preview; `formula`: null of one without. */
export type ShownFormulaColumn = { formula: string | null; valueKind: "text" | "number" | "datetime" };
export type Texts = readonly (string | null)[];

/** Fills in the results of formulas, row by row: a row comes out once all rows that its formulas look at have come in. */
export type FormulaTexts = { add(row: Texts): Texts[]; end(): Texts[] };

/**
 * The cells of formulas in the rows of one worksheet of a preview, as the files have them: texts by the places of the visible columns,
 * numbers as canonical decimals. A cell that was not read has to come as null.
 * `locale`: the shop's language (BCP 47); `userDateFormat`: of the instants among the texts.
 */
export const createFormulaTexts = (
  columns: readonly ShownFormulaColumn[],
  { locale, userDateFormat }: { locale: string; userDateFormat: number },
): FormulaTexts => {
  const formulas = readFormulas(columns.map(({ formula }) => formula));
  const instead = formulas.columns.map(wordsInstead);
  const computer = createRowComputer<Texts>(formulas, { locale }, (row, place) =>
    shownValue(row[place] ?? null, columns[place]?.valueKind ?? "text", userDateFormat),
  );
  const filled = ({ row, results }: ReturnType<typeof computer.end>[number]): Texts =>
    columns.map((_, place) => {
      const result = results.get(place);
      return result === undefined ? (instead[place] ?? row[place] ?? null) : resultText(result) || null;
    });
  return { add: (row) => computer.add(row).map(filled), end: () => computer.end().map(filled) };
};

/** The same of all rows of a worksheet at once. */
export const withFormulaTexts = (
  columns: readonly ShownFormulaColumn[],
  rows: readonly Texts[],
  settings: { locale: string; userDateFormat: number },
): Texts[] => {
  const texts = createFormulaTexts(columns, settings);
  return [...rows.flatMap(texts.add), ...texts.end()];
};

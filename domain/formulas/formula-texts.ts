import { shownValue } from "./cell-value.ts";
import { readFormulas } from "./columns.ts";
import { createRowComputer } from "./compute-rows.ts";
import { wordsInstead } from "./judge.ts";
import { resultText } from "./result.ts";

/** A visible column of a preview; `formula`: null of one without. */
export type ShownFormulaColumn = { formula: string | null; valueKind: "text" | "number" | "datetime" };
type Texts = readonly (string | null)[];

/**
 * The rows of one worksheet of a preview with the cells of their formulas filled in, as the files have them: texts by the places of the
 * visible columns, numbers as canonical decimals. A cell that was not read has to come as null.
 * `locale`: the shop's language (BCP 47); `userDateFormat`: of the instants among the texts.
 */
export const withFormulaTexts = (
  columns: readonly ShownFormulaColumn[],
  rows: readonly Texts[],
  { locale, userDateFormat }: { locale: string; userDateFormat: number },
): Texts[] => {
  const formulas = readFormulas(columns.map(({ formula }) => formula));
  const instead = formulas.columns.map(wordsInstead);
  const computer = createRowComputer<Texts>(formulas, { locale }, (row, place) =>
    shownValue(row[place] ?? null, columns[place]?.valueKind ?? "text", userDateFormat),
  );
  return [...rows.flatMap((row) => computer.add(row)), ...computer.end()].map(({ row, results }) =>
    columns.map((_, place) => {
      const result = results.get(place);
      return result === undefined ? (instead[place] ?? row[place] ?? null) : resultText(result) || null;
    }),
  );
};

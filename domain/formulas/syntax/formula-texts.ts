import { type FormulaColumns, readFormulas } from "../columns.ts";
import { type ComputedRow, createRowComputer, type Unforeseen } from "../compute-rows.ts";
import { atOnce, type InSteps } from "../pauses.ts";
import { FormulasHoldTooMuch } from "../row-bounds.ts";
import { shownValue } from "../values/cell-value.ts";
import { resultText } from "../values/result.ts";
import type { Unread, Value } from "../values/value.ts";
import { wordsInstead } from "./judge.ts";

/** A visible preview column; `formula`: null if none. */
export type ShownFormulaColumn = { formula: string | null; valueKind: "text" | "number" | "datetime" };
export type Texts = readonly (string | null)[];
/** A preview row. `unread`: indexes of unread cells; absent if none. */
export type TextRow = { cells: Texts; unread?: readonly number[] | undefined };

/** Number of characters in a row's texts. */
export const charactersOf = (texts: Texts): number => texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);

/** Fills in formula results. A row is returned once all rows that its formulas read have been added. */
export type FormulaTexts = {
  /** @throws {FormulasHoldTooMuch} */
  add(row: TextRow): InSteps<Texts[]>;
  /** @throws {FormulasHoldTooMuch} */
  end(): InSteps<Texts[]>;
  /** Work steps spent so far (work.ts). */
  spent(): number;
  /** The row if Excel computes all its formulas. */
  withoutResults(row: TextRow): Texts;
};

export type FormulaTextsSettings = {
  locale: string;
  userDateFormat: number;
  leftOut?: boolean;
  unforeseen?: Unforeseen | undefined;
};

/** Value that formulas get from a preview cell. */
export const valueInRow = (
  { cells, unread }: TextRow,
  place: number,
  valueKind: ShownFormulaColumn["valueKind"],
  userDateFormat: number,
): Value | Unread => {
  const text = cells[place] ?? null;
  return text !== null && unread?.includes(place) ? { unread: text } : shownValue(text, valueKind, userDateFormat);
};

/**
 * Computes the formula cells in the rows of one preview worksheet, as files have them: texts by visible column index,
 * numbers as canonical decimals. Pass null for a column that was not loaded.
 * `locale`: the shop's language (BCP 47). `userDateFormat`: format of instants among the texts. `leftOut`: an order was
 * left out, so formulas that read other rows say 'incomplete'. `unforeseen`: as in {@link createRowComputer}.
 * `formulas`: those of the columns, if parsed already.
 */
export const createFormulaTexts = (
  columns: readonly ShownFormulaColumn[],
  { locale, userDateFormat, leftOut, unforeseen }: FormulaTextsSettings,
  formulas: FormulaColumns = readFormulas(columns.map(({ formula }) => formula)),
): FormulaTexts => {
  const instead = formulas.columns.map(wordsInstead);
  const computer = createRowComputer<TextRow>(
    formulas,
    { locale },
    (row, place) => valueInRow(row, place, columns[place]?.valueKind ?? "text", userDateFormat),
    ({ cells }) => charactersOf(cells),
    unforeseen,
  );
  const filled = ({ row, results }: ComputedRow<TextRow>): Texts =>
    columns.map((_, place) => {
      const result = results.get(place);
      return result === undefined ? (instead[place] ?? row.cells[place] ?? null) : resultText(result) || null;
    });
  return {
    *add(row) {
      return (yield* computer.add(row, leftOut)).map(filled);
    },
    *end() {
      return (yield* computer.end()).map(filled);
    },
    spent: () => computer.spent(),
    withoutResults: (row) => filled({ row, results: new Map() }),
  };
};

/** The same for all rows of a worksheet at once. Without results if rows would hold too much; a file reports that. */
export const withFormulaTexts = (
  columns: readonly ShownFormulaColumn[],
  rows: readonly TextRow[],
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

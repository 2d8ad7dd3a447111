import { type FormulaColumns, parseFormulas } from "../columns.ts";
import { type ComputedRow, createRowComputer, type OnUnexpectedError } from "../compute-rows.ts";
import { FormulaMemoryLimitExceeded } from "../row-limits.ts";
import { runToCompletion, type StepwiseWork } from "../stepwise-work.ts";
import { shownValue } from "../values/cell-value.ts";
import { formatResult } from "../values/result.ts";
import type { Unread, Value } from "../values/value.ts";
import { placeholderText } from "./validate-formulas.ts";

/** A visible preview column. */
export type ShownFormulaColumn = {
  formula: string | null;
  valueKind: "text" | "number" | "datetime";
};
export type Texts = readonly (string | null)[];
/** A preview row. `unread`: indexes of unread cells. */
export type TextRow = { cells: Texts; unread?: readonly number[] | undefined };

/** Counts a row's characters. */
export const countTextCharacters = (texts: Texts): number => texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);

/** Fills in results. Returns a row once all rows that its formulas read were added. */
export type FormulaTexts = {
  /** @throws {FormulaMemoryLimitExceeded} */
  add(row: TextRow): StepwiseWork<Texts[]>;
  /** @throws {FormulaMemoryLimitExceeded} */
  end(): StepwiseWork<Texts[]>;
  /** Counts work steps (work-budget.ts). */
  stepsSpent(): number;
  /** Leaves all formulas of the row to Excel. */
  withoutResults(row: TextRow): Texts;
};

export type FormulaTextsSettings = {
  locale: string;
  userDateFormat: number;
  leftOut?: boolean;
  onUnexpectedError?: OnUnexpectedError | undefined;
};

/** Returns the value that formulas get from a preview cell. */
export const valueInRow = (
  { cells, unread }: TextRow,
  index: number,
  valueKind: ShownFormulaColumn["valueKind"],
  userDateFormat: number,
): Value | Unread => {
  const text = cells[index] ?? null;
  return text !== null && unread?.includes(index) ? { unread: text } : shownValue(text, valueKind, userDateFormat);
};

/**
 * Computes the formula cells of a preview worksheet, as files have them: texts by visible column index, numbers as
 * canonical decimals. null: a column that was not loaded. `locale`: BCP 47. `userDateFormat`: of instants among the
 * texts. `leftOut`: an order was left out, so formulas that read other rows say 'incomplete'.
 */
export const createFormulaTexts = (
  columns: readonly ShownFormulaColumn[],
  { locale, userDateFormat, leftOut, onUnexpectedError }: FormulaTextsSettings,
  formulas: FormulaColumns = parseFormulas(columns.map(({ formula }) => formula)),
): FormulaTexts => {
  const instead = formulas.columns.map(placeholderText);
  const computer = createRowComputer<TextRow>(
    formulas,
    { locale },
    (row, columnIndex) => valueInRow(row, columnIndex, columns[columnIndex]?.valueKind ?? "text", userDateFormat),
    ({ cells }) => countTextCharacters(cells),
    onUnexpectedError,
  );
  const filled = ({ row, results }: ComputedRow<TextRow>): Texts =>
    columns.map((_, columnIndex) => {
      const result = results.get(columnIndex);
      return result === undefined
        ? (instead[columnIndex] ?? row.cells[columnIndex] ?? null)
        : formatResult(result) || null;
    });
  return {
    *add(row) {
      return (yield* computer.add(row, leftOut)).map(filled);
    },
    *end() {
      return (yield* computer.end()).map(filled);
    },
    stepsSpent: () => computer.stepsSpent(),
    withoutResults: (row) => filled({ row, results: new Map() }),
  };
};

/** Fills a worksheet at once, without results if rows would hold too much. A file reports that. */
export const withFormulaTexts = (
  columns: readonly ShownFormulaColumn[],
  rows: readonly TextRow[],
  settings: FormulaTextsSettings,
): Texts[] => {
  const texts = createFormulaTexts(columns, settings);
  try {
    return [...rows.flatMap((row) => runToCompletion(texts.add(row))), ...runToCompletion(texts.end())];
  } catch (error) {
    if (error instanceof FormulaMemoryLimitExceeded) return rows.map(texts.withoutResults);
    throw error;
  }
};

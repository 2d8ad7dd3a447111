import { parseFormulas } from "#domain/formulas/columns.ts";
import { createRowComputer } from "#domain/formulas/compute-rows.ts";
import { FormulaMemoryLimitExceeded } from "#domain/formulas/row-limits.ts";
import { runToCompletion } from "#domain/formulas/stepwise-work.ts";
import { countTextCharacters, type TextRow, valueInRow } from "#domain/formulas/syntax/formula-texts.ts";
import { formatColumnLetters } from "#domain/formulas/syntax/references.ts";
import { computedInExcel, type LostColumn, validateFormulas } from "#domain/formulas/syntax/validate-formulas.ts";
import { formatResult } from "#domain/formulas/values/result.ts";
import { notLoaded } from "#domain/wire/reports/report-data.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import { type FormulaSettings, getFormula, lacksOrders, valueKindIn } from "../formulas.ts";
import { warnOfFormula } from "../warn-of-formula.ts";

type FormulaColumn = Pick<ReportColumn, "Column" | "Type" | "CustomColumn" | "Title">;
type NamedColumn = Pick<ReportColumn, "Column" | "Title" | "Visible" | "Disabled">;

/** A typed formula's results in the first rows, or its problem. */
export type FormulaTrial = { problem: string | null; notice: string | null; results: readonly string[] };

/** Cells that weren't read count as empty. */
const textsIn = ({ cells, ...row }: TextRow): TextRow => ({
  ...row,
  cells: cells.map((text) => (text === notLoaded ? null : text)),
});

const lostColumn = (key: string, all: readonly NamedColumn[]): LostColumn => {
  const column = all.find(({ Column }) => Column === key);
  if (!column?.Visible) return { title: column?.Title ?? key, state: "hidden" };
  return { title: column.Title, state: column.Disabled ? "not-in-grouping" : "in-file" };
};

/**
 * Tries a formula for `column` at its place among the visible columns. `all`: the whole catalog. `rows`: cell texts,
 * one per visible column.
 */
export const tryFormula = (
  formula: string,
  column: string,
  { shown, all }: { shown: readonly FormulaColumn[]; all: readonly NamedColumn[] },
  rows: readonly TextRow[],
  settings: FormulaSettings,
): FormulaTrial => {
  const columnIndex = shown.findIndex(({ Column }) => Column === column);
  const formulas = shown.map((one, at) => (at === columnIndex ? formula : getFormula(one)));
  const { problem = null, notice = null } =
    validateFormulas(formulas, (key) => lostColumn(key, all))[columnIndex] ?? {};
  if (problem !== null) return { problem, notice, results: [] };
  const computer = createRowComputer<TextRow>(
    parseFormulas(formulas),
    { locale: settings.Locale },
    (row, at) => {
      const of = shown[at];
      return of ? valueInRow(row, at, valueKindIn(of, settings), settings.DateFormat) : null;
    },
    ({ cells }) => countTextCharacters(cells),
    warnOfFormula,
  );
  try {
    const leftOut = lacksOrders(settings);
    const computed = [
      ...rows.flatMap((row) => runToCompletion(computer.add(textsIn(row), leftOut))),
      ...runToCompletion(computer.end()),
    ];
    const results = computed.map(({ results: made }) => {
      const result = made.get(columnIndex);
      return result === undefined ? computedInExcel : formatResult(result);
    });
    return { problem, notice, results };
  } catch (error) {
    // The formula may be saved, as the file may have fewer rows.
    if (error instanceof FormulaMemoryLimitExceeded) return { problem, notice: error.message, results: [] };
    throw error;
  }
};

/** `A: Price`. */
export const columnLetters = (shown: readonly FormulaColumn[]): { letters: string; title: string }[] =>
  shown.map(({ Title }, at) => ({ letters: formatColumnLetters(at), title: Title }));

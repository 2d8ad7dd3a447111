import { joinList } from "../../text/join-list.ts";
import { quoteText } from "../../text/quote-text.ts";
import { type FormulaColumn, parseFormulas } from "../columns.ts";
import { decimalComma, describeDecimalComma } from "../typed/decimal-comma.ts";
import { maxFunctionArguments } from "./function-table.ts";
import { isProblem, type ParsedFormula, parseFormula, tooLong } from "./parse.ts";
import { formatColumnLetters } from "./references.ts";

/** Shown if only Excel computes a formula (R-33). */
export const computedInExcel = "(computed in Excel)";

/** Returns the text of a formula cell without a result of ours. */
export const placeholderText = (column: FormulaColumn | null): string | undefined => {
  switch (column?.state) {
    case "circle":
      return "(refers to itself)";
    case "wrong":
      return "(not a formula)";
    case "good":
      return computedInExcel;
    default:
      return undefined;
  }
};

/** Longest typed formula, characters (S-2.9). */
export const maxTypedLength = 900;

/** Returns the fault of a formula by itself (S-2.5). {@link validateFormulas} looks for its columns. */
export const formulaProblem = (formula: string): string | undefined => {
  if (formula.length > maxTypedLength && formula.startsWith("=")) return tooLong(maxTypedLength);
  const parsed = parseFormula(formula);
  if (!isProblem(parsed)) return undefined;
  const comma = formula.length > maxTypedLength ? undefined : decimalComma(formula);
  return comma ? describeDecimalComma(comma) : parsed.problem;
};

/** Result of validating a formula. */
export type FormulaValidation = {
  /** Why the editor refuses the formula. */
  problem?: string;
  /** Set for a circular formula, which the server refuses too. */
  refersToItself?: true;
  notice?: string;
};

const missingColumn = ({ references, named }: ParsedFormula, count: number): string | undefined => {
  // A whole row covers all columns that Excel has.
  const missing = [...references, ...named]
    .filter(({ from, to }) => !(from.column === 0 && to.column === 16_383))
    .map(({ to }) => to.column)
    .find((column) => column >= count);
  if (missing === undefined) return undefined;
  const last = formatColumnLetters(count - 1);
  return `There is no column ${formatColumnLetters(missing)}: the report shows ${count === 1 ? "only column A" : `the columns A to ${last}`}.`;
};

const excelOnlyNotice = ({ notComputed }: ParsedFormula): string => {
  const why =
    notComputed.length > 0
      ? `we do not compute ${joinList(notComputed)}`
      : "it runs down to the last row, or needs a column that only Excel computes";
  return `Only Excel computes this column, as ${why}. Elsewhere it shows '${computedInExcel}'.`;
};

/** A column that a formula names by key, because it has no letter now. */
export type LostColumn = { title: string; state: "in-file" | "hidden" | "not-in-grouping" };
export type LostColumns = (key: string) => LostColumn;

/** Columns listed per sentence. */
const maxListed = 20;

const lostColumnsProblem = (keys: readonly string[], columns: LostColumns): string => {
  const named = keys.map(columns);
  const titles = (state: LostColumn["state"]) =>
    named.filter((one) => one.state === state).map(({ title }) => quoteText(title));
  const [hidden, without] = [titles("hidden"), titles("not-in-grouping")];
  if (hidden.length > 0) {
    const [are, them] = hidden.length === 1 ? ["is", "the column"] : ["are", "the columns"];
    return `It needs ${joinList(hidden)}, which ${are} hidden. Show ${them}, or change the formula.`;
  }
  if (without.length > 0)
    return `It needs ${joinList(without)}, which reports with these rows do not have. Choose other rows, or change the formula.`;
  const columnTitles = titles("in-file");
  if (columnTitles.length > maxListed)
    return `It reads ${columnTitles.length} columns, from ${columnTitles[0]} to ${columnTitles.at(-1)}, as one range, but they are no longer next to each other. A function takes at most ${maxFunctionArguments} parts of a range. Move them back together, or change the formula.`;
  return `It reads ${joinList(columnTitles)} as one range, but they are no longer next to each other. Move them back together, or change the formula.`;
};

const validateFormula = (column: FormulaColumn, count: number, columns: LostColumns): FormulaValidation => {
  switch (column.state) {
    case "wrong":
      return { problem: column.problem };
    case "circle": {
      const [own = 0, ...others] = column.through;
      const over = others.length === 0 ? "" : ` over ${joinList(others.map(formatColumnLetters))}`;
      return {
        problem: `This formula is in column ${formatColumnLetters(own)} and refers to itself${over}. Refer to other columns.`,
        refersToItself: true,
      };
    }
    case "good": {
      const [lost] = column.parsed.lost;
      if (lost) return { problem: lostColumnsProblem(lost, columns) };
      const problem = missingColumn(column.parsed, count);
      if (problem !== undefined) return { problem };
      return column.computed ? {} : { notice: excelOnlyNotice(column.parsed) };
    }
  }
};

/** Validates the formulas of all visible columns, by index. */
export const validateFormulas = (
  formulas: readonly (string | null)[],
  columns: LostColumns = (key) => ({ title: key, state: "hidden" }),
): (FormulaValidation | null)[] =>
  parseFormulas(formulas).columns.map((column) =>
    column === null ? null : validateFormula(column, formulas.length, columns),
  );

import type { Cell } from "#domain/columns/definition.ts";
import { readFormulas } from "#domain/formulas/columns.ts";
import { createShift, type SheetRows } from "#domain/formulas/syntax/shift.ts";
import { excelText, textElement } from "./excel-text.ts";

/** A column that Excel computes. */
export type ExcelFormula = {
  /** The formula in one row of data (index from 0); null where a cell can only hold its result. */
  inRow(index: number, rows: SheetRows): string | null;
  /** Whether its results are known: Excel computes the others when it opens the file. */
  computed: boolean;
};

/** Of each column, by its place; undefined of one without a formula that Excel can compute. */
export const excelFormulas = (formulas: readonly (string | null)[]): (ExcelFormula | undefined)[] =>
  readFormulas(formulas).columns.map((column) =>
    column?.state === "good" ? { inRow: createShift(column.parsed.formula), computed: column.computed } : undefined,
  );

/** The result of a formula as Excel keeps it beside it, until it computes again. */
const resultXml = (cell: Cell): { type: string; value: string } => {
  if (cell?.kind === "number") return { type: "", value: `<v>${cell.decimal}</v>` };
  if (cell?.kind !== "text") return { type: ' t="str"', value: "<v></v>" };
  if (cell.result === "boolean") return { type: ' t="b"', value: `<v>${cell.text === "TRUE" ? "1" : "0"}</v>` };
  if (cell.result === "error") return { type: ' t="e"', value: `<v>${cell.text}</v>` };
  return { type: ' t="str"', value: textElement("<v", cell.text, "</v>") };
};

/** A cell with a formula and what it came to, where that is known. `start`: its tag with place and style, not yet closed. */
export const formulaXml = (cell: { start: string; text: string; result: Cell; computed: boolean }): string => {
  const { start, computed } = cell;
  const { type, value } = computed ? resultXml(cell.result) : { type: "", value: "" };
  return `${start}${type}><f>${excelText(cell.text)}</f>${value}</c>`;
};

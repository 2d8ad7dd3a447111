import type { Cell } from "#domain/columns/definition.ts";
import { parseFormulas } from "#domain/formulas/columns.ts";
import { createShift, type SheetRows } from "#domain/formulas/syntax/shift.ts";
import { escapeExcelText, textElement } from "./excel-text.ts";

export type ExcelFormula = {
  /** The formula in a row of data (index from 0); null if the cell can hold only its result. */
  inRow(index: number, rows: SheetRows): string | null;
  /** True if its results are known. Excel computes others on opening. */
  computed: boolean;
};

/** Formulas by column; undefined if Excel can't compute any there. */
export const excelFormulas = (formulas: readonly (string | null)[]): (ExcelFormula | undefined)[] =>
  parseFormulas(formulas).columns.map((column) =>
    column?.state === "good" ? { inRow: createShift(column.parsed.formula), computed: column.computed } : undefined,
  );

/** The stored result, valid until Excel recalculates. */
const resultXml = (cell: Cell): { type: string; value: string } => {
  if (cell?.kind === "number") return { type: "", value: `<v>${cell.decimal}</v>` };
  if (cell?.kind !== "text") return { type: ' t="str"', value: "<v></v>" };
  if (cell.result === "boolean") return { type: ' t="b"', value: `<v>${cell.text === "TRUE" ? "1" : "0"}</v>` };
  if (cell.result === "error") return { type: ' t="e"', value: `<v>${cell.text}</v>` };
  return { type: ' t="str"', value: textElement("<v", cell.text, "</v>") };
};

/** A cell with a formula. `start`: its tag with position and style, still open. */
export const formulaXml = (cell: { start: string; text: string; result: Cell; computed: boolean }): string => {
  const { start, computed } = cell;
  const { type, value } = computed ? resultXml(cell.result) : { type: "", value: "" };
  return `${start}${type}><f>${escapeExcelText(cell.text)}</f>${value}</c>`;
};

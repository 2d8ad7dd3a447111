import type { Cell } from "#domain/columns/definition.ts";
import { parseFormulas } from "#domain/formulas/columns.ts";
import { createShift, type SheetRows } from "#domain/formulas/syntax/shift.ts";
import { escapeExcelText, textElement } from "./excel-text.ts";

/** A column that Excel computes. */
export type ExcelFormula = {
  /** The formula in a row of data (index from 0); null if the cell can hold only its result. */
  inRow(index: number, rows: SheetRows): string | null;
  /** Its results are known. Excel computes others on opening. */
  computed: boolean;
};

/** By column; undefined without a formula that Excel can compute. */
export const excelFormulas = (formulas: readonly (string | null)[]): (ExcelFormula | undefined)[] =>
  parseFormulas(formulas).columns.map((column) =>
    column?.state === "good" ? { inRow: createShift(column.parsed.formula), computed: column.computed } : undefined,
  );

/** Valid until Excel recalculates. */
const resultXml = (cell: Cell): { type: string; value: string } => {
  if (cell?.kind === "number") return { type: "", value: `<v>${cell.decimal}</v>` };
  if (cell?.kind !== "text") return { type: ' t="str"', value: "<v></v>" };
  if (cell.result === "boolean") return { type: ' t="b"', value: `<v>${cell.text === "TRUE" ? "1" : "0"}</v>` };
  if (cell.result === "error") return { type: ' t="e"', value: `<v>${cell.text}</v>` };
  return { type: ' t="str"', value: textElement("<v", cell.text, "</v>") };
};

/** `start`: the cell's tag with position and style, still open. */
export const formulaXml = (cell: { start: string; text: string; result: Cell; computed: boolean }): string => {
  const { start, computed } = cell;
  const { type, value } = computed ? resultXml(cell.result) : { type: "", value: "" };
  return `${start}${type}><f>${escapeExcelText(cell.text)}</f>${value}</c>`;
};

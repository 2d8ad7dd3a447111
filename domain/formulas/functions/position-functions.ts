import { firstRowOfData, indexOfRow, type Reference } from "../syntax/references.ts";
import { fromInteger } from "../values/numbers.ts";
import { toErrorValue } from "../values/value.ts";
import type { CellPosition, FormulaFunction } from "./function.ts";

/**
 * Creates ROW or COLUMN. Without an argument it is about the formula's own cell. For a range Excel returns one number
 * per cell, which we do not compute.
 */
const cellPositionFunction = (
  ofOwn: (at: CellPosition) => number,
  of: (reference: Reference, at: CellPosition) => number,
): FormulaFunction => ({
  ranges: "all",
  computes: ([given]) => given === undefined || given.type === "cell",
  call: ([given], _environment, at) => {
    if (given === undefined) return fromInteger(ofOwn(at));
    return given.reference === undefined ? toErrorValue("#VALUE!") : fromInteger(of(given.reference, at));
  },
});

const rangeSizeFunction = (of: (reference: Reference, at: CellPosition) => number): FormulaFunction => ({
  ranges: "all",
  computes: ([given]) => given?.type === "cell" || given?.type === "range",
  call: ([given], _environment, at) =>
    given?.reference === undefined ? toErrorValue("#VALUE!") : fromInteger(of(given.reference, at)),
});

/** Functions of a cell's position. Rows are those of the Excel file, whose header is row 1, in every file type. */
export const positionFunctions: Readonly<Record<string, FormulaFunction>> = {
  ROW: cellPositionFunction(
    ({ row }) => row + firstRowOfData,
    ({ from }, { row }) => indexOfRow(from, row) + firstRowOfData,
  ),
  COLUMN: cellPositionFunction(
    ({ column }) => column + 1,
    ({ from }) => from.column + 1,
  ),
  ROWS: rangeSizeFunction(({ from, to }, { row }) => Math.abs(indexOfRow(to, row) - indexOfRow(from, row)) + 1),
  COLUMNS: rangeSizeFunction(({ from, to }) => to.column - from.column + 1),
};

/** These functions, and two that only Excel computes, read no cell, so they may refer to their own. */
export const readsOnlyPosition = (name: string): boolean =>
  positionFunctions[name] !== undefined || name === "AREAS" || name === "FORMULATEXT";

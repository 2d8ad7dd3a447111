import { firstRowOfData, indexOfRow, type Reference } from "../syntax/references.ts";
import { numberOf } from "../values/numbers.ts";
import { errorOf } from "../values/value.ts";
import type { FormulaFunction, Place } from "./function.ts";

/**
 * Function of one cell, or of the formula's own cell without an argument. For a range Excel returns one number per
 * cell, which we do not compute.
 */
const where = (ofOwn: (at: Place) => number, of: (reference: Reference, at: Place) => number): FormulaFunction => ({
  ranges: "all",
  computes: ([given]) => given === undefined || given.type === "cell",
  call: ([given], _environment, at) => {
    if (given === undefined) return numberOf(ofOwn(at));
    return given.reference === undefined ? errorOf("#VALUE!") : numberOf(of(given.reference, at));
  },
});

const howMany = (of: (reference: Reference, at: Place) => number): FormulaFunction => ({
  ranges: "all",
  computes: ([given]) => given?.type === "cell" || given?.type === "range",
  call: ([given], _environment, at) =>
    given?.reference === undefined ? errorOf("#VALUE!") : numberOf(of(given.reference, at)),
});

/** Functions of cell positions. Rows are those of the Excel file, whose header is row 1, in every file type. */
export const placeFunctions: Readonly<Record<string, FormulaFunction>> = {
  ROW: where(
    ({ row }) => row + firstRowOfData,
    ({ from }, { row }) => indexOfRow(from, row) + firstRowOfData,
  ),
  COLUMN: where(
    ({ column }) => column + 1,
    ({ from }) => from.column + 1,
  ),
  ROWS: howMany(({ from, to }, { row }) => Math.abs(indexOfRow(to, row) - indexOfRow(from, row)) + 1),
  COLUMNS: howMany(({ from, to }) => to.column - from.column + 1),
};

/** True for these functions and two that only Excel computes: they read no cell, so they may refer to their own. */
export const asksPlace = (name: string): boolean =>
  placeFunctions[name] !== undefined || name === "AREAS" || name === "FORMULATEXT";

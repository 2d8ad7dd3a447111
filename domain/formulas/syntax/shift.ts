import { stripFunctionPrefix } from "../functions/strip-function-prefix.ts";
import { functionTable } from "./function-table.ts";
import { lexFormula } from "./tokens.ts";

export type SheetRows = {
  /** Worksheet row, from 1, of the first data row. */
  first: number;
  /** Index of that row, from 0, in the report; earlier rows may be in previous worksheets. */
  firstIndex: number;
  /** The worksheet can have no later row. */
  last: number;
};

type Piece = string | { row: number; fixed: boolean };

const cell = /(\$?[A-Za-z]{1,3})(\$?)(\d{1,7})/g;
const wholeRow = /(\$?)(\d{1,7})/g;

const dollar = (mark: string): string => (mark === "$" ? "$" : "");

/** Splits a reference's text around its rows. */
const piecesOf = (text: string, pattern: RegExp): Piece[] => {
  const pieces: Piece[] = [];
  let done = 0;
  for (const match of text.matchAll(pattern)) {
    const digits = match.at(-1) ?? "";
    const mark = dollar(match.at(-2) ?? "");
    const rowAt = match.index + match[0].length - digits.length;
    pieces.push(text.slice(done, rowAt).toUpperCase(), { row: Number(digits), fixed: mark === "$" });
    done = rowAt + digits.length;
  }
  return [...pieces, text.slice(done).toUpperCase()];
};

const inFile = (name: string): string => {
  const plain = stripFunctionPrefix(name);
  return `${functionTable.get(plain)?.prefix ?? ""}${plain}`;
};

/**
 * Fills a formula down from a file's first row: without `=`, newer functions prefixed, whitespace as U+0020;
 * null if it refers to rows outside of this worksheet. `index`: data row, from 0.
 */
export const createShift = (formula: string): ((index: number, rows: SheetRows) => string | null) => {
  const tokens = lexFormula(formula);
  let inList = false;
  const pieces = tokens.flatMap(({ type, value }, index): Piece[] => {
    if (type === "fx_prefix") return [];
    if (type === "operator" && /[{}]/.test(value)) inList = value === "{";
    // Files allow no whitespace within braces, or between a function and its bracket.
    if (type === "whitespace") return inList || tokens[index - 1]?.type === "func" ? [] : [" ".repeat(value.length)];
    // Numbers must not end with a point.
    if (type === "number") return [value.replace(/\.(?!\d)/, "")];
    if (type === "range") return piecesOf(value, cell);
    if (type === "range_beam" && !/[A-Za-z]/.test(value)) return piecesOf(value, wholeRow);
    return [type === "func" ? inFile(value) : value];
  });
  return (index, { first, firstIndex, last }) => {
    let text = "";
    for (const piece of pieces) {
      if (typeof piece === "string") text += piece;
      else {
        const row = first + (piece.fixed ? 0 : index) + piece.row - 1 - firstIndex;
        if (row < first || row > last) return null;
        text += row;
      }
    }
    return text;
  };
};

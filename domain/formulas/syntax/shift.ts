import { plainName } from "../functions/plain-name.ts";
import { functionTable } from "./function-table.ts";
import { tokensOf } from "./tokens.ts";

/** Where the rows of data stand in a worksheet of a file. */
export type SheetRows = {
  /** Row of the worksheet, from 1, of the first one. */
  first: number;
  /** Its index, from 0, among the rows of the report: others may stand in the worksheets before. */
  firstIndex: number;
  /** The last row that the worksheet can have. */
  last: number;
};

type Piece = string | { row: number; fixed: boolean };

const cell = /(\$?[A-Za-z]{1,3})(\$?)(\d{1,7})/g;
const wholeRow = /(\$?)(\d{1,7})/g;

const dollar = (mark: string): string => (mark === "$" ? "$" : "");

/** The text of a reference around its rows. */
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
  const plain = plainName(name);
  return `${functionTable.get(plain)?.prefix ?? ""}${plain}`;
};

/**
 * A formula of a column as a file holds it in each of its rows, as if it had been filled down from the first one: without the `=`,
 * functions that are younger than the file format with their prefix, blanks as U+0020. `index`: of the row of data, from 0. null where it looks at rows that
 * are not in this worksheet.
 */
export const createShift = (formula: string): ((index: number, rows: SheetRows) => string | null) => {
  const tokens = tokensOf(formula);
  let inList = false;
  const pieces = tokens.flatMap(({ type, value }, place): Piece[] => {
    if (type === "fx_prefix") return [];
    if (type === "operator" && /[{}]/.test(value)) inList = value === "{";
    // The grammar of files has no blanks within braces, nor between a function and its bracket.
    if (type === "whitespace") return inList || tokens[place - 1]?.type === "func" ? [] : [" ".repeat(value.length)];
    // Nor has it numbers that end with a point.
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

export type CellReference = {
  /** Index from 0. */
  column: number;
  /** Row as written, from 1; relative to the first data row. */
  row: number;
  /** `$` before the row: the same row for all. */
  fixed: boolean;
};

/** `A1` is a range of one cell. A whole column has rows 1 to {@link lastRow}, both fixed. */
export type Reference = { from: CellReference; to: CellReference };

/** Worksheet row, from 1, below the header. */
export const firstRowOfData = 2;

/** Excel's limit. */
export const lastRow = 1_048_576;
/** Excel's limit, from 0. */
export const lastColumn = 16_383;

/** 0 for `A`, 26 for `AA`. */
export const parseColumnLetters = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** `A` for 0, `AA` for 26. */
export const formatColumnLetters = (column: number): string =>
  (column < 26 ? "" : formatColumnLetters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

const cell = /^\$?([A-Za-z]{1,3})(\$?)(\d{1,7})$/;
const columns = /^\$?([A-Za-z]{1,3}):\$?([A-Za-z]{1,3})$/;
const rows = /^(\$?)(\d{1,7}):(\$?)(\d{1,7})$/;

const parseCell = (text: string): CellReference | null => {
  const match = cell.exec(text);
  if (match === null) return null;
  const [, letters = "", mark = "", digits = ""] = match;
  const reference = { column: parseColumnLetters(letters), row: Number(digits), fixed: mark === "$" };
  return reference.row >= 1 && reference.row <= lastRow && reference.column <= lastColumn ? reference : null;
};

const parseWholeRange = (text: string): Reference | null => {
  const column = columns.exec(text);
  if (column !== null) {
    const [from, to] = [parseColumnLetters(column[1] ?? ""), parseColumnLetters(column[2] ?? "")];
    return {
      from: { column: Math.min(from, to), row: 1, fixed: true },
      to: { column: Math.max(from, to), row: lastRow, fixed: true },
    };
  }
  const row = rows.exec(text);
  if (row === null) return null;
  return {
    from: { column: 0, row: Number(row[2]), fixed: row[1] === "$" },
    to: { column: lastColumn, row: Number(row[4]), fixed: row[3] === "$" },
  };
};

/** Parses `A1`, `$B$2`, `A1:C3`, `A:A` and `1:2`; null for others, such as cells of other worksheets. */
export const parseReference = (text: string): Reference | null => {
  const [first = "", second, ...more] = text.split(":");
  const from = parseCell(first);
  if (from === null || more.length > 0) return parseWholeRange(text);
  const to = second === undefined ? from : parseCell(second);
  if (to === null) return null;
  const [left, right] = from.column <= to.column ? [from.column, to.column] : [to.column, from.column];
  return { from: { ...from, column: left }, to: { ...to, column: right } };
};

/** True if it covers only cells of the formula's own row. */
export const isOfOwnRow = ({ from, to }: Reference): boolean =>
  !from.fixed && !to.fixed && from.row === 1 && to.row === 1;

/** Finds the data row, from 0, that a reference in row `index` means. */
export const indexOfRow = ({ row, fixed }: CellReference, index: number): number => (fixed ? 0 : index) + row - 1;

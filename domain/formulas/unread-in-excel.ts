import { incomplete } from "../columns/cells/unread-cell.ts";
import type { FormulaColumns } from "./columns.ts";
import { indexOfRow, isOfOwnRow, lastColumn, lastRow, type Reference } from "./syntax/references.ts";
import type { Unread } from "./values/value.ts";

type ExcelColumn = {
  columnIndex: number;
  /** False if only Excel computes it. */
  computed: boolean;
  references: readonly Reference[];
  ownRow: boolean;
};

const everything: Reference = {
  from: { column: 0, row: 1, fixed: true },
  to: { column: lastColumn, row: lastRow, fixed: true },
};

const listExcelColumns = ({ columns }: FormulaColumns): ExcelColumn[] =>
  columns.flatMap((column, columnIndex) => {
    if (column?.state !== "good") return [];
    const { parsed, computed } = column;
    const references = parsed.readsAnywhere ? [everything] : parsed.references;
    return [{ columnIndex, computed, references, ownRow: references.every(isOfOwnRow) }];
  });

const covers = ({ from, to }: Reference, column: number): boolean => column >= from.column && column <= to.column;

const coversAny = (references: readonly Reference[], columns: ReadonlySet<number>): boolean =>
  references.some((reference) => [...columns].some((column) => covers(reference, column)));

/** True if a column reads later rows. Formulas are written for row 1, so a reference to a greater row lies ahead. */
const looksAhead = ({ references }: ExcelColumn): boolean =>
  references.some(({ from, to }) => [from, to].some(({ row }) => row > 1));

/**
 * True if a formula that only Excel computes reads later rows. A report must then hold its rows: an order among them
 * may be unread.
 */
export const looksAheadInExcel = (formulas: FormulaColumns): boolean =>
  listExcelColumns(formulas).some((column) => !column.computed && looksAhead(column));

/** Finds columns with an unread cell in some row: their own, or one that they reference, directly or through others. */
const columnsWithUnread = (columns: readonly ExcelColumn[], unread: ReadonlySet<number>): ReadonlySet<number> => {
  const unreadColumns = new Set(unread);
  for (let found = true; found; ) {
    found = false;
    for (const { columnIndex, references } of columns) {
      if (unreadColumns.has(columnIndex) || !coversAny(references, unreadColumns)) continue;
      unreadColumns.add(columnIndex);
      found = true;
    }
  }
  return unreadColumns;
};

/** Puts columns that only Excel computes after those that they read in their own row. */
const inOrder = (columns: readonly ExcelColumn[]): ExcelColumn[] => {
  const ahead = columns.filter(looksAhead);
  const ordered: ExcelColumn[] = [];
  let left = columns.filter((column) => !ahead.includes(column));
  while (left.length > 0) {
    const next = left.filter(
      ({ references }) =>
        !left.some(({ columnIndex }) => references.some((reference) => covers(reference, columnIndex))),
    );
    // Circular columns never get here. If they did, any order would end the loop.
    const taken = next.length > 0 ? next : left;
    ordered.push(...taken);
    left = left.filter((column) => !taken.includes(column));
  }
  return [...ahead, ...ordered];
};

/** Rows of a column, from 0, with the same words. */
type Stretch = { from: number; to: number; words: string };

/** Finds formulas to keep out of Excel files: Excel would skip a cell that says "couldn't be read". */
export type UnreadInExcel = {
  /** Columns that only Excel computes, in the order in which their rows are checked. */
  leftToExcel: readonly { columnIndex: number; references: readonly Reference[]; ownRow: boolean }[];
  /** Columns that formulas read. The caller must note their unread cells. */
  columnsToNote: readonly number[];
  /** Notes an unread cell. Call it row by row. */
  note(columnIndex: number, row: number, words: Unread): void;
  /** Words instead of the formula; undefined if Excel may have it. */
  wordsFor(columnIndex: number, row: number): Unread | undefined;
};

/** `ahead`: indexes of columns with unread cells, as far as known before the first row. */
export const createUnreadInExcel = (formulas: FormulaColumns, ahead: ReadonlySet<number>): UnreadInExcel => {
  const columns = listExcelColumns(formulas);
  const byColumn = new Map(columns.map((column) => [column.columnIndex, column]));
  const unreadColumns = columnsWithUnread(columns, ahead);
  const stretches = formulas.columns.map((): Stretch[] => []);
  const columnsToNote = formulas.columns.flatMap((_, columnIndex) =>
    columns.some(({ references }) => references.some((reference) => covers(reference, columnIndex)))
      ? [columnIndex]
      : [],
  );
  const lacksAhead = new Set(
    columns.flatMap((column) =>
      looksAhead(column) && coversAny(column.references, unreadColumns) ? [column.columnIndex] : [],
    ),
  );
  /** Returns a stretch that overlaps a reference's cells: the latest one of the first column that has any. */
  const find = ({ from, to }: Reference, row: number): Stretch | undefined => {
    const [one, other] = [indexOfRow(from, row), indexOfRow(to, row)];
    const [first, last] = [Math.min(one, other), Math.max(one, other)];
    for (let columnIndex = from.column; columnIndex <= Math.min(to.column, stretches.length - 1); columnIndex += 1) {
      const own = stretches[columnIndex] ?? [];
      // Searches from the newest stretch back, so a row costs no more in a long report.
      for (let at = own.length - 1; at >= 0; at -= 1) {
        const stretch = own[at];
        if (stretch === undefined || stretch.to < first) break;
        if (stretch.from <= last) return stretch;
      }
    }
    return undefined;
  };
  return {
    leftToExcel: inOrder(columns.filter(({ computed }) => !computed)).map((column) => ({
      ...column,
      // Known before the first row, so it needs no other column.
      references: looksAhead(column) ? [] : column.references,
    })),
    columnsToNote,
    note(columnIndex, row, { unread: words }) {
      const own = stretches[columnIndex];
      const last = own?.at(-1);
      if (last?.words === words && row <= last.to + 1) last.to = Math.max(last.to, row);
      else own?.push({ from: row, to: row, words });
    },
    wordsFor(columnIndex, row) {
      const column = byColumn.get(columnIndex);
      if (column === undefined) return undefined;
      if (!column.computed && lacksAhead.has(columnIndex)) return { unread: incomplete };
      for (const reference of column.references) {
        const found = find(reference, row);
        if (found) return { unread: column.ownRow ? found.words : incomplete };
      }
      return undefined;
    },
  };
};

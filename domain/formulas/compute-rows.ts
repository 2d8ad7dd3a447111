import { incomplete } from "../columns/cells/unread-cell.ts";
import { estimateBytes } from "../external-sort/memory-budget.ts";
import type { FormulaColumns } from "./columns.ts";
import { evaluate } from "./evaluate.ts";
import type { Environment } from "./functions/function.ts";
import {
  FormulaMemoryLimitExceeded,
  maxCharactersPerRow,
  maxPendingRowBytes,
  maxStepsPerFormula,
  maxStepsPerRow,
} from "./row-limits.ts";
import type { StepwiseWork } from "./stepwise-work.ts";
import type { FormulaNode } from "./syntax/node.ts";
import { indexOfRow, isOfOwnRow, type Reference } from "./syntax/references.ts";
import { createUnreadInExcel } from "./unread-in-excel.ts";
import { formatResult } from "./values/result.ts";
import { isUnread, type Result, type Unread, type Value } from "./values/value.ts";
import type { Spend } from "./work-budget.ts";

/**
 * A row with its results. Results that are absent are left to Excel: whole columns, results beyond the row's limits
 * ({@link maxCharactersPerRow}, {@link maxStepsPerRow}), and formulas that read such cells. Unread cells give {@link
 * Unread} in formulas that read them, in Excel files also in those that only Excel computes.
 */
export type ComputedRow<Row> = { row: Row; results: ReadonlyMap<number, Result> };

/** Computes formulas as rows stream by, one step per cell. */
export type RowComputer<Row> = {
  /**
   * Returns rows that no longer wait. `leftOut`: an order that may have had earlier rows was left out; from here on,
   * formulas that read other rows say 'incomplete'.
   * @throws {FormulaMemoryLimitExceeded}
   */
  add(row: Row, leftOut?: boolean): StepwiseWork<ComputedRow<Row>[]>;
  /**
   * Call after the last row: returns all waiting rows. Cells beyond it are empty.
   * @throws {FormulaMemoryLimitExceeded}
   */
  end(leftOut?: boolean): StepwiseWork<ComputedRow<Row>[]>;
  /** Counts work steps (work-budget.ts). */
  stepsSpent(): number;
};

type PendingRow<Row> = {
  row: Row;
  results: Map<number, Result>;
  values: Map<number, Value | Unread>;
  /** Characters of text that the row's formulas may still produce. */
  room: number;
  /** Work steps that the row's formulas may still take. */
  steps: number;
  /** Estimated bytes. */
  weight: number;
};

/**
 * Thrown when a formula reads a cell that only Excel computes. It then has no result of ours either, even if it handles
 * errors.
 */
const leftToExcel = new Error("Only Excel computes this cell.");

/** Thrown when a formula reads an unread cell, which IFERROR must not turn into a value. */
class UnreadCellError extends Error {
  readonly met: Unread;
  constructor(met: Unread) {
    super("The formula looks at a cell that couldn't be read.");
    this.met = met;
  }
}

const requireReadable = <Of extends Value | undefined>(value: Of | Unread): Of => {
  if (isUnread(value)) throw new UnreadCellError(value);
  return value;
};

/** Called for a column's first unexpected error, whose cell is left to Excel. */
export type OnUnexpectedError = (error: unknown, columnIndex: number) => void;

/**
 * `unreadAt`: for cells without a formula. `ahead`: indexes of columns with unread cells, if known before the first
 * row.
 */
type ForExcel<Row> = { unreadAt(row: Row, columnIndex: number): Unread | undefined; ahead: ReadonlySet<number> };

type Formula = {
  columnIndex: number;
  /** null if only Excel computes it. */
  root: FormulaNode | null;
  /** `on`: the formulas within the range. */
  references: readonly { reference: Reference; on: readonly Formula[] }[];
  /** True if it reads only its own row. */
  ownRow: boolean;
  /** Number of computed rows. */
  ready: number;
};

const withFormulasIn = (references: readonly Reference[], formulas: readonly Formula[]): Formula["references"] =>
  references.map((reference) => ({
    reference,
    on: formulas.filter(
      ({ columnIndex }) => columnIndex >= reference.from.column && columnIndex <= reference.to.column,
    ),
  }));

/**
 * Holds rows only as far as formulas refer: none for the own row, two for `A3`, the first five permanently for `$A$5`.
 * Distances (parse.ts) and weights (row-limits.ts) bound the memory. Limits are counted, not measured, so equal rows
 * give equal results. `valueAt`: for cells without a formula. `weigh`: characters of a row's own cells. Without
 * `onUnexpectedError`, such errors are thrown. `forExcel`: formulas left to Excel give {@link Unread} if they cover an
 * unread cell, or may lack an order; absent for other files.
 */
export const createRowComputer = <Row>(
  formulaColumns: FormulaColumns,
  environment: Environment,
  valueAt: (row: Row, columnIndex: number) => Value | Unread,
  weigh: (row: Row) => number,
  onUnexpectedError?: OnUnexpectedError,
  forExcel?: ForExcel<Row>,
): RowComputer<Row> => {
  const { columns, order } = formulaColumns;
  const inExcel = forExcel && createUnreadInExcel(formulaColumns, forExcel.ahead);
  const formulas: Formula[] = [];
  // Each formula comes after those it reads.
  for (const columnIndex of order) {
    const column = columns[columnIndex];
    const parsed = column?.state === "good" ? column.parsed : undefined;
    if (!parsed?.root) continue;
    const ownRow = parsed.references.every(isOfOwnRow);
    formulas.push({
      columnIndex,
      root: parsed.root,
      references: withFormulasIn(parsed.references, formulas),
      ownRow,
      ready: 0,
    });
  }
  const formulaAt = new Map(formulas.map((formula) => [formula.columnIndex, formula]));
  const heldForGood = formulas
    .flatMap(({ references }) => references.flatMap(({ reference }) => [reference.from, reference.to]))
    .reduce((most, { fixed, row }) => (fixed ? Math.max(most, row) : most), 0);
  for (const { columnIndex, references, ownRow } of inExcel?.leftToExcel ?? [])
    formulas.push({ columnIndex, root: null, references: withFormulasIn(references, formulas), ownRow, ready: 0 });
  const noted = (inExcel?.columnsToNote ?? []).filter((columnIndex) => columns[columnIndex]?.state !== "good");
  const pendingRows = new Map<number, PendingRow<Row>>();
  const reportedColumns = new Set<number>();
  let weight = 0;
  let spent = 0;
  let count = 0;
  let emittedCount = 0;
  let hasEnded = false;
  let lacksOrders = false;

  const add = (pendingRow: PendingRow<Row>, things: number, characters: number): void => {
    const more = estimateBytes(things, characters);
    pendingRow.weight += more;
    weight += more;
    // A single row waits for no other, so it always fits.
    if (weight > maxPendingRowBytes && pendingRows.size > 1) throw new FormulaMemoryLimitExceeded();
  };

  const cells = (column: number, index: number): Value => {
    const pendingRow = pendingRows.get(index);
    if (pendingRow === undefined || column >= columns.length) return null;
    if (formulaAt.has(column)) {
      const result = requireReadable(pendingRow.results.get(column));
      if (result === undefined) throw leftToExcel;
      return result;
    }
    const known = requireReadable(pendingRow.values.get(column));
    if (known !== undefined || pendingRow.values.has(column)) return known ?? null;
    const value = valueAt(pendingRow.row, column);
    pendingRow.values.set(column, value);
    add(pendingRow, 1, value === null ? 0 : formatResult(value).length);
    return requireReadable(value);
  };
  const isThere = ({ reference: { from, to }, on }: Formula["references"][number], index: number): boolean => {
    const last = Math.max(indexOfRow(from, index), indexOfRow(to, index));
    return hasEnded || (last < count && on.every(({ ready }) => ready > last));
  };
  const isReady = ({ references, ready }: Formula): boolean =>
    ready < count && references.every((one) => isThere(one, ready));
  const resultOf = ({ columnIndex, root, ready }: Formula, pendingRow: PendingRow<Row>): Result | undefined => {
    if (root === null) return undefined;
    const least = pendingRow.steps - maxStepsPerFormula;
    const spend: Spend = (steps) => {
      if (pendingRow.steps - steps < Math.max(0, least)) throw leftToExcel;
      pendingRow.steps -= steps;
      spent += steps;
    };
    try {
      return evaluate(root, cells, { column: columnIndex, row: ready }, environment, spend);
    } catch (error) {
      if (error === leftToExcel) return undefined;
      if (error instanceof UnreadCellError) return error.met;
      if (onUnexpectedError === undefined || error instanceof FormulaMemoryLimitExceeded) throw error;
      if (!reportedColumns.has(columnIndex)) onUnexpectedError(error, columnIndex);
      reportedColumns.add(columnIndex);
      return undefined;
    }
  };
  const computeNext = (formula: Formula): void => {
    const { columnIndex, ready, ownRow } = formula;
    const pendingRow = pendingRows.get(ready);
    if (pendingRow === undefined) return;
    const computed = lacksOrders && !ownRow ? { unread: incomplete } : resultOf(formula, pendingRow);
    const hasRoom = typeof computed !== "string" || computed.length <= pendingRow.room;
    const result = (hasRoom ? computed : undefined) ?? inExcel?.wordsFor(columnIndex, ready);
    if (result === undefined) return;
    if (isUnread(result)) inExcel?.note(columnIndex, ready, result);
    pendingRow.room -= typeof result === "string" ? result.length : 0;
    pendingRow.results.set(columnIndex, result);
    add(pendingRow, 1, formatResult(result).length);
  };
  const compute = function* (): StepwiseWork<void> {
    for (const formula of formulas)
      while (isReady(formula)) {
        computeNext(formula);
        formula.ready += 1;
        yield;
      }
  };
  const takeRows = (): ComputedRow<Row>[] => {
    const ready = formulas.reduce((least, formula) => Math.min(least, formula.ready), count);
    const rows: ComputedRow<Row>[] = [];
    for (; emittedCount < ready; emittedCount += 1) {
      const pendingRow = pendingRows.get(emittedCount);
      if (pendingRow) rows.push({ row: pendingRow.row, results: pendingRow.results });
      if (emittedCount < heldForGood) continue;
      weight -= pendingRow?.weight ?? 0;
      pendingRows.delete(emittedCount);
    }
    return rows;
  };

  return {
    *add(row, leftOut = false) {
      lacksOrders ||= leftOut;
      const pendingRow: PendingRow<Row> = {
        row,
        results: new Map(),
        values: new Map(),
        room: maxCharactersPerRow,
        steps: maxStepsPerRow,
        weight: 0,
      };
      pendingRows.set(count, pendingRow);
      for (const columnIndex of noted) {
        const unread = forExcel?.unreadAt(row, columnIndex);
        if (unread) inExcel?.note(columnIndex, count, unread);
      }
      count += 1;
      add(pendingRow, columns.length, weigh(row));
      yield* compute();
      return takeRows();
    },
    *end(leftOut = false) {
      lacksOrders ||= leftOut;
      hasEnded = true;
      yield* compute();
      return takeRows();
    },
    stepsSpent: () => spent,
  };
};

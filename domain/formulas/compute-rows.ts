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
import { resultText } from "./values/result.ts";
import { isUnread, type Result, type Unread, type Value } from "./values/value.ts";
import type { Spend } from "./work-budget.ts";

/**
 * A row with its formula results, by column index. Absent results are left to Excel: whole columns, text or work beyond
 * the row's limits ({@link maxCharactersPerRow}, {@link maxStepsPerRow}), and formulas that read such cells. A formula that reads an
 * unread cell gives {@link Unread}.
 */
export type ComputedRow<Row> = { row: Row; results: ReadonlyMap<number, Result> };

/** Computes the formulas of a worksheet as its rows stream by, one step per cell. */
export type RowComputer<Row> = {
  /**
   * Returns the rows that are ready: no formula in or before them waits for a later row. `leftOut`: an order that may
   * have had rows before this one was left out. From here on, formulas that read other rows say 'incomplete'.
   * @throws {FormulaMemoryLimitExceeded}
   */
  add(row: Row, leftOut?: boolean): StepwiseWork<ComputedRow<Row>[]>;
  /**
   * Call after the last row: returns all waiting rows. Cells beyond it are empty. `leftOut`: as in `add`.
   * @throws {FormulaMemoryLimitExceeded}
   */
  end(leftOut?: boolean): StepwiseWork<ComputedRow<Row>[]>;
  /** Work steps spent so far (work-budget.ts). */
  stepsSpent(): number;
};

/**
 * `room`, `steps`: characters of text and work steps that its formulas have left. `weight`: estimated bytes of the row.
 */
type PendingRow<Row> = {
  row: Row;
  results: Map<number, Result>;
  values: Map<number, Value | Unread>;
  room: number;
  steps: number;
  weight: number;
};

/** Thrown when a formula reads a cell without a result of ours: it has none either, even if it would handle errors. */
const leftToExcel = new Error("Excel computes this cell alone.");

/** Ends a formula at an unread cell. No function may turn it into a value, as IFERROR does with errors. */
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

/** Called once per column index for an unexpected error of ours. The cell is left to Excel and the others continue. */
export type OnUnexpectedError = (error: unknown, place: number) => void;

/** `on`: formulas in the range of the reference. `ownRow`: reads only its own row. `ready`: number of computed rows. */
type Formula = {
  place: number;
  root: FormulaNode;
  references: readonly { reference: Reference; on: readonly Formula[] }[];
  ownRow: boolean;
  ready: number;
};

/**
 * Holds rows only as far as formulas refer: none for its own row, two for `A3`, the first five permanently for `$A$5`.
 * Distances are bounded (parse.ts) and held rows are weighed (row-limits.ts), so memory is bounded. Limits are counted,
 * not measured, so equal rows always give equal results. `valueAt`: value of a cell without a formula. `weigh`:
 * characters of a row's own cells. `onUnexpectedError`: absent: such errors are thrown.
 */
export const createRowComputer = <Row>(
  { columns, order }: FormulaColumns,
  environment: Environment,
  valueAt: (row: Row, place: number) => Value | Unread,
  weigh: (row: Row) => number,
  onUnexpectedError?: OnUnexpectedError,
): RowComputer<Row> => {
  const formulas: Formula[] = [];
  // Each formula comes after those it reads.
  for (const place of order) {
    const column = columns[place];
    const parsed = column?.state === "good" ? column.parsed : undefined;
    if (!parsed?.root) continue;
    const references = parsed.references.map((reference) => ({
      reference,
      on: formulas.filter((one) => one.place >= reference.from.column && one.place <= reference.to.column),
    }));
    const ownRow = parsed.references.every(isOfOwnRow);
    formulas.push({ place, root: parsed.root, references, ownRow, ready: 0 });
  }
  const formulaAt = new Map(formulas.map((formula) => [formula.place, formula]));
  const heldForGood = formulas
    .flatMap(({ references }) => references.flatMap(({ reference }) => [reference.from, reference.to]))
    .reduce((most, { fixed, row }) => (fixed ? Math.max(most, row) : most), 0);
  const held = new Map<number, PendingRow<Row>>();
  const reportedColumns = new Set<number>();
  let weight = 0;
  let spent = 0;
  let count = 0;
  let given = 0;
  let ended = false;
  let lacksOrders = false;

  const add = (at: PendingRow<Row>, things: number, characters: number): void => {
    const more = estimateBytes(things, characters);
    at.weight += more;
    weight += more;
    // A single row waits for no other, so it is never refused.
    if (weight > maxPendingRowBytes && held.size > 1) throw new FormulaMemoryLimitExceeded();
  };

  const cells = (column: number, index: number): Value => {
    const at = held.get(index);
    if (at === undefined || column >= columns.length) return null;
    if (formulaAt.has(column)) {
      const result = requireReadable(at.results.get(column));
      if (result === undefined) throw leftToExcel;
      return result;
    }
    const known = requireReadable(at.values.get(column));
    if (known !== undefined || at.values.has(column)) return known ?? null;
    const value = valueAt(at.row, column);
    at.values.set(column, value);
    add(at, 1, value === null ? 0 : resultText(value).length);
    return requireReadable(value);
  };
  const isThere = ({ reference: { from, to }, on }: Formula["references"][number], index: number): boolean => {
    const last = Math.max(indexOfRow(from, index), indexOfRow(to, index));
    return ended || (last < count && on.every(({ ready }) => ready > last));
  };
  const isReady = ({ references, ready }: Formula): boolean =>
    ready < count && references.every((one) => isThere(one, ready));
  const resultOf = ({ place, root, ready }: Formula, at: PendingRow<Row>): Result | undefined => {
    const least = at.steps - maxStepsPerFormula;
    const spend: Spend = (steps) => {
      if (at.steps - steps < Math.max(0, least)) throw leftToExcel;
      at.steps -= steps;
      spent += steps;
    };
    try {
      return evaluate(root, cells, { column: place, row: ready }, environment, spend);
    } catch (error) {
      if (error === leftToExcel) return undefined;
      if (error instanceof UnreadCellError) return error.met;
      if (onUnexpectedError === undefined || error instanceof FormulaMemoryLimitExceeded) throw error;
      if (!reportedColumns.has(place)) onUnexpectedError(error, place);
      reportedColumns.add(place);
      return undefined;
    }
  };
  const computeNext = (formula: Formula): void => {
    const at = held.get(formula.ready);
    const result = lacksOrders && !formula.ownRow ? { unread: incomplete } : at && resultOf(formula, at);
    if (at === undefined || result === undefined) return;
    const made = typeof result === "string" ? result.length : 0;
    if (made > at.room) return;
    at.room -= made;
    at.results.set(formula.place, result);
    add(at, 1, resultText(result).length);
  };
  const compute = function* (): StepwiseWork<void> {
    for (const formula of formulas)
      while (isReady(formula)) {
        computeNext(formula);
        formula.ready += 1;
        yield;
      }
  };
  const taken = (): ComputedRow<Row>[] => {
    const ready = formulas.reduce((least, formula) => Math.min(least, formula.ready), count);
    const rows: ComputedRow<Row>[] = [];
    for (; given < ready; given += 1) {
      const at = held.get(given);
      if (at) rows.push({ row: at.row, results: at.results });
      if (given < heldForGood) continue;
      weight -= at?.weight ?? 0;
      held.delete(given);
    }
    return rows;
  };

  return {
    *add(row, leftOut = false) {
      lacksOrders ||= leftOut;
      const at: PendingRow<Row> = {
        row,
        results: new Map(),
        values: new Map(),
        room: maxCharactersPerRow,
        steps: maxStepsPerRow,
        weight: 0,
      };
      held.set(count, at);
      count += 1;
      add(at, columns.length, weigh(row));
      yield* compute();
      return taken();
    },
    *end(leftOut = false) {
      lacksOrders ||= leftOut;
      ended = true;
      yield* compute();
      return taken();
    },
    stepsSpent: () => spent,
  };
};

import type { FormulaColumns } from "./columns.ts";
import { evaluate } from "./evaluate.ts";
import type { Environment } from "./functions/function.ts";
import type { Node } from "./node.ts";
import { indexOfRow, type Reference } from "./references.ts";
import type { Value } from "./value.ts";

/** A row with what its formulas come to, by their places; those that we do not compute are absent. */
export type ComputedRow<Row> = { row: Row; results: ReadonlyMap<number, Exclude<Value, null>> };

/** Computes the formulas of one worksheet while its rows pass by. */
export type RowComputer<Row> = {
  /** Answers the rows that are ready: those after which no formula waits for a row further down. */
  add(row: Row): ComputedRow<Row>[];
  /** After the last one: all that waited. What they look at beyond it is empty. */
  end(): ComputedRow<Row>[];
};

type Held<Row> = { row: Row; results: Map<number, Exclude<Value, null>>; values: Map<number, Value> };

/** `on`: the formulas that stand where it looks. `ready`: how many rows are computed. */
type Formula = {
  place: number;
  root: Node;
  references: readonly { reference: Reference; on: readonly Formula[] }[];
  ready: number;
};

/**
 * Rows are held as far as formulas look at them and no further: one that looks at its own row holds none, `A3` holds two, `$A$5` the first
 * five for good. What can be looked at is bounded (parse.ts), so memory is. `valueAt`: of a cell without a formula.
 */
export const createRowComputer = <Row>(
  { columns, order }: FormulaColumns,
  environment: Environment,
  valueAt: (row: Row, place: number) => Value,
): RowComputer<Row> => {
  const formulas: Formula[] = [];
  // Each comes after those that it looks at.
  for (const place of order) {
    const column = columns[place];
    const parsed = column?.state === "good" ? column.parsed : undefined;
    if (!parsed?.root) continue;
    const references = parsed.references.map((reference) => ({
      reference,
      on: formulas.filter((one) => one.place >= reference.from.column && one.place <= reference.to.column),
    }));
    formulas.push({ place, root: parsed.root, references, ready: 0 });
  }
  const formulaAt = new Map(formulas.map((formula) => [formula.place, formula]));
  const heldForGood = formulas
    .flatMap(({ references }) => references.flatMap(({ reference }) => [reference.from, reference.to]))
    .reduce((most, { fixed, row }) => (fixed ? Math.max(most, row) : most), 0);
  const held = new Map<number, Held<Row>>();
  let count = 0;
  let given = 0;
  let ended = false;

  const cells = (column: number, index: number): Value => {
    const at = held.get(index);
    if (at === undefined || column >= columns.length) return null;
    if (formulaAt.has(column)) return at.results.get(column) ?? null;
    const known = at.values.get(column);
    if (known !== undefined || at.values.has(column)) return known ?? null;
    const value = valueAt(at.row, column);
    at.values.set(column, value);
    return value;
  };
  const isThere = ({ reference: { from, to }, on }: Formula["references"][number], index: number): boolean => {
    const last = Math.max(indexOfRow(from, index), indexOfRow(to, index));
    return ended || (last < count && on.every(({ ready }) => ready > last));
  };
  const isReady = ({ references, ready }: Formula): boolean =>
    ready < count && references.every((one) => isThere(one, ready));
  const compute = (): void => {
    for (const formula of formulas)
      while (isReady(formula)) {
        const { place, root, ready } = formula;
        held.get(ready)?.results.set(place, evaluate(root, cells, ready, environment));
        formula.ready += 1;
      }
  };
  const taken = (): ComputedRow<Row>[] => {
    const ready = formulas.reduce((least, formula) => Math.min(least, formula.ready), count);
    const rows: ComputedRow<Row>[] = [];
    for (; given < ready; given += 1) {
      const at = held.get(given);
      if (at) rows.push({ row: at.row, results: at.results });
      if (given >= heldForGood) held.delete(given);
    }
    return rows;
  };

  return {
    add(row) {
      held.set(count, { row, results: new Map(), values: new Map() });
      count += 1;
      compute();
      return taken();
    },
    end() {
      ended = true;
      compute();
      return taken();
    },
  };
};

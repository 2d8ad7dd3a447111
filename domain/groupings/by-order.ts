import type { Cell } from "../columns/definition.ts";
import { createRows, type Engine } from "./engine.ts";
import { fillerOf } from "./fillers.ts";
import type { Plan } from "./plan.ts";
import type { RowScope } from "./row-scope.ts";

const nothing: readonly never[] = [];

/** Fills the rows of one order; what is the same on each of them is filled once. */
const createFilling = <Scope extends RowScope>({ slots }: Plan): ((scopes: readonly Scope[]) => Cell[][]) => {
  const fillers = slots.map((slot) => fillerOf(slot, slots));
  return (scopes) => {
    const [first] = scopes;
    if (first === undefined) return [];
    const shared = fillers.map(({ perOrder, fill }) => (perOrder ? fill(first, nothing) : null));
    return scopes.map((scope) => {
      const cells: Cell[] = [];
      for (const [place, { perOrder, fill }] of fillers.entries())
        cells.push(perOrder ? (shared[place] ?? null) : fill(scope, cells));
      return cells;
    });
  };
};

const perOrder =
  (scopesOf: (scope: Omit<RowScope, "line">) => RowScope[]) =>
  (plan: Plan): Engine => {
    const fill = createFilling(plan);
    const row = createRows(plan);
    return {
      add: (order, lines, context) => fill(scopesOf({ order, lines, context })).map((cells) => row(order.id, cells)),
      end: () => nothing,
    };
  };

/** Orders: one row per order line; an order without lines has no row. */
export const rowPerLine = perOrder((scope) => scope.lines.map((line) => ({ ...scope, line })));

/** OnePerOrder: one row per order, whatever its lines. */
export const rowPerOrder = perOrder((scope) => [{ ...scope, line: null }]);

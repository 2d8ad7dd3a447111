import type { Cell } from "../columns/definition.ts";
import type { RowScope } from "./row-scope.ts";

/** Fills one slot of a row; `before` are the cells of the slots before it. */
export type Filler = {
  fill(scope: RowScope, before: readonly Cell[]): Cell;
  /** The same on every row of an order: filled once for all of them. */
  perOrder: boolean;
};

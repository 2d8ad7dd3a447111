import type { Cell } from "../columns/definition.ts";
import type { RowScope } from "./row-scope.ts";

export type CellFiller = {
  /** `before`: cells of the previous slots. */
  fill(scope: RowScope, before: readonly Cell[]): Cell;
  /** All rows of an order share the cell; it is filled once. */
  perOrder: boolean;
};

import type { Cell } from "../columns/definition.ts";
import type { RawRow } from "../groupings/engine.ts";

export type FinishedRow = {
  /** null if the row covers several orders. */
  orderKey: string | null;
  cells: readonly Cell[];
  /** True if the previous row belongs to another order. Drives bands per order and totals. */
  startsOrder: boolean;
  /** An order that may have had earlier rows was left out. */
  afterLeftOut?: true;
};

/**
 * Leaves an order's amounts on its first row in final order only. `oncePerOrder`: indexes of those columns.
 * `scattered`: an order's rows may be apart, so all seen orders are remembered.
 */
export const createFinish = (
  oncePerOrder: readonly number[],
  { scattered = false }: { scattered?: boolean } = {},
): ((row: RawRow) => FinishedRow) => {
  const met = new Set<string>();
  let last: string | null = null;
  const meets = (orderKey: string | null): boolean => {
    if (!scattered || orderKey === null) return orderKey === null || orderKey !== last;
    if (met.has(orderKey)) return false;
    met.add(orderKey);
    return true;
  };
  return ({ orderKey, cells }) => {
    const startsOrder = orderKey === null || orderKey !== last;
    const first = oncePerOrder.length === 0 || meets(orderKey);
    last = orderKey;
    if (first) return { orderKey, cells, startsOrder };
    const later = [...cells];
    for (const index of oncePerOrder) later[index] = null;
    return { orderKey, cells: later, startsOrder };
  };
};

import type { Cell } from "../columns/definition.ts";
import type { RawRow } from "../groupings/engine.ts";

/** A row as it is written. */
export type FinishedRow = {
  /** The id of its order; null where it is of several. */
  orderKey: string | null;
  cells: readonly Cell[];
  /** Its order is another one than that of the row before: for bands per order and totals. */
  startsOrder: boolean;
  /** An order that may have rows before this one was left out. */
  afterLeftOut?: true;
};

/**
 * Finishes the rows of one worksheet, in their final order: amounts of an order stay on its first row alone.
 * `oncePerOrder`: places of such columns. `scattered`: rows of an order need not follow each other, as after a sort; then the
 * orders that were met are remembered, else the last one only.
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
    for (const place of oncePerOrder) later[place] = null;
    return { orderKey, cells: later, startsOrder };
  };
};

import type { Cell } from "../columns/definition.ts";
import { context } from "../columns/orders-for-tests.ts";
import type { LineItem, Order } from "../orders/order.ts";
import { compareCodePoints } from "../text/collation.ts";
import type { CompiledDesign } from "./compile.ts";
import type { RawRow } from "./engine.ts";

/** One order's rows as in an unsorted file: order amounts on the first row. */
export const rowsOf = (
  { createEngine, oncePerOrder }: CompiledDesign,
  order: Order,
  lines: readonly LineItem[] = order.lineItems ?? [],
): Cell[][] => {
  const engine = createEngine({ collate: compareCodePoints, trackMemory: () => undefined });
  const rows: RawRow[] = [...engine.add(order, lines, context), ...engine.end()];
  return rows.map(({ cells }, at) =>
    cells.map((cell, place) => (at > 0 && oncePerOrder.includes(place) ? null : cell)),
  );
};

import type { Cell } from "../columns/definition.ts";
import { context } from "../columns/orders-for-tests.ts";
import type { LineItem, Order } from "../orders/order.ts";
import { compareCodePoints } from "../text/collation.ts";
import type { CompiledDesign } from "./compile.ts";
import type { RawRow } from "./engine.ts";

/** The rows of one order as a file has them that is not sorted: amounts of the order on the first one. */
export const rowsOf = (
  { createEngine, oncePerOrder }: CompiledDesign,
  order: Order,
  lines: readonly LineItem[] = order.lineItems ?? [],
): Cell[][] => {
  const engine = createEngine({ collate: compareCodePoints, weigh: () => undefined });
  const rows: RawRow[] = [...engine.add(order, lines, context), ...engine.end()];
  return rows.map(({ cells }, at) =>
    cells.map((cell, place) => (at > 0 && oncePerOrder.includes(place) ? null : cell)),
  );
};

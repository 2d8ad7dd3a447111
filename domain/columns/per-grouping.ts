import type { LineItem, Order } from "../orders/order.ts";
import { sumDecimals } from "../text/decimal.ts";
import { joinDistinct } from "../text/join.ts";
import { datetimeCell, numberCell, textCell } from "./cells.ts";
import type { Cell, CellContext, ColumnDefinition } from "./definition.ts";

type Values = Required<ColumnDefinition["values"]>;
type Text = string | null | undefined;
type Amount = string | number | null | undefined;

/** Text of a line: the row's line, or the distinct values of all lines that the report holds, joined. */
export const lineText = (read: (line: LineItem) => Text): Values => ({
  Orders: ({ line }) => textCell(read(line)),
  OnePerOrder: ({ lines }) => textCell(joinDistinct(lines.map(read))),
});

/** Number of a line: the row's line, or the sum over all lines that the report holds; empty where no line has one. */
export const lineSum = (read: (line: LineItem, order: Order) => Amount): Values => ({
  Orders: ({ line, order }) => numberCell(read(line, order)),
  OnePerOrder: ({ lines, order }) => sumCell(lines.map((line) => read(line, order))),
});

const sumCell = (amounts: readonly Amount[]): Cell => {
  const known = amounts.filter((amount) => amount !== null && amount !== undefined);
  return known.length === 0 && amounts.length > 0 ? null : numberCell(sumDecimals(known.map(String)));
};

/** Text of the order, repeated on each of its rows. */
export const orderText = (read: (order: Order) => Text): Values => ({
  Orders: ({ order }) => textCell(read(order)),
  OnePerOrder: ({ order }) => textCell(read(order)),
});

/** Instant of the order, repeated on each of its rows. */
export const orderInstant = (read: (order: Order) => Text): Values => ({
  Orders: ({ order }) => datetimeCell(read(order)),
  OnePerOrder: ({ order }) => datetimeCell(read(order)),
});

/** Amount of the whole order: on its first row only, so that a column can be added up. */
export const orderOnce = (read: (order: Order, context: CellContext) => Amount): Values => ({
  Orders: ({ order, context, firstRowOfOrder }) => (firstRowOfOrder ? numberCell(read(order, context)) : null),
  OnePerOrder: ({ order, context }) => numberCell(read(order, context)),
});

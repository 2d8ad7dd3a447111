import { columnByKey } from "../columns/catalogue.ts";
import { shownCell } from "../columns/shown-for-tests.ts";
import { Grouping } from "../enumerations.ts";
import type { LineItem, Order } from "../orders/order.ts";
import { isAllowed } from "./allowed.ts";
import { type CompiledDesign, compileDesign } from "./compile.ts";
import { rowsOf } from "./rows-for-tests.ts";

/** Returns undefined if the grouping does not allow the column. */
const reportOf = (key: string, grouping: Grouping): CompiledDesign | undefined => {
  const definition = columnByKey.get(key);
  if (definition === undefined) throw new Error(`No column ${key}.`);
  if (!isAllowed(definition, grouping)) return undefined;
  return compileDesign({ grouping, columns: [{ column: key, title: null, width: null, format: null }] }, columnByKey);
};

const linesOf = (order: Order): readonly LineItem[] => order.lineItems ?? [];

/** The column's text on a line's row; the line need not belong to the order. */
export const onLine = (key: string, order: Order, line: LineItem): string | null => {
  const compiled = reportOf(key, Grouping.Orders);
  const lines = linesOf(order).includes(line) ? linesOf(order) : [line];
  return shownCell(compiled && rowsOf(compiled, order, lines)[lines.indexOf(line)]?.[0]);
};

/** The column's text if an order has one row. */
export const onOrder = (key: string, order: Order): string | null => {
  const compiled = reportOf(key, Grouping.OnePerOrder);
  return shownCell(compiled && rowsOf(compiled, order)[0]?.[0]);
};

/** The column's text on each row of a fulfillment report. */
export const onFulfillments = (key: string, order: Order): (string | null)[] => {
  const compiled = reportOf(key, Grouping.Fulfillments);
  return compiled === undefined ? [] : rowsOf(compiled, order).map(([cell]) => shownCell(cell));
};

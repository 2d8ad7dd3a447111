import type { Preview } from "#domain/wire/report-data.ts";
import { type CountState, orderCountText, testOrdersText } from "../../resources/order-count.ts";
import type { PreviewState } from "./use-generate-preview.ts";

const counted = (count: number, one: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : `${one}s`}`;

/** Rows that the orders of a preview have, those that were left out among them. */
export const rowsOf = ({ Sheets, RowsLeftOut = 0 }: Preview): number =>
  Sheets.reduce((sum, { Rows }) => sum + Rows.length, RowsLeftOut);

/**
 * How much of the file the rows are: `31 rows of the newest 20 orders, of 300 orders in all`; all of them, where every order was read.
 * `count`: of the orders that the choices select, as far as it is known; `selected`: how many were chosen one by one, 0 when none.
 */
export const previewWords = (preview: Preview, count: CountState, selected: number): string => {
  const tests = testOrdersText(preview.TestOrders, preview.Orders);
  return tests === null ? rowsInWords(preview, count, selected) : `${rowsInWords(preview, count, selected)}. ${tests}`;
};

/**
 * Whether the file would have no row, as far as it is known: that there are no orders, or that all that could be looked at left no row.
 * Then, and only then, one may wonder why (S-1.2.10).
 */
export const holdsNothing = (first: PreviewState, count: CountState, selects: boolean): boolean =>
  (!selects && count.state === "known" && count.count.Count === 0) ||
  (first.state === "known" &&
    first.preview.Columns.length > 0 &&
    rowsOf(first.preview) === 0 &&
    first.preview.LookedAt === undefined);

const rowsInWords = (preview: Preview, count: CountState, selected: number): string => {
  const rows = counted(rowsOf(preview), "row");
  const { Orders } = preview;
  // Where a filter is applied to fetched orders, only so many of the newest were fetched.
  if (preview.LookedAt !== undefined)
    return `${rows} of ${counted(Orders, "order")}, found among the newest ${preview.LookedAt.toLocaleString("en")}`;
  if (Orders < preview.Limit) return `All ${rows} of ${counted(Orders, "order")}`;
  const newest = `${rows} of the newest ${counted(Orders, "order")}`;
  if (selected > 0) return `${newest}, of ${counted(selected, "order")} chosen`;
  if (count.state !== "known" || count.isOld) return newest;
  return `${newest}, of ${orderCountText(count.count)} in total`;
};

import { columnByKey } from "../columns/catalogue.ts";
import type { Cell } from "../columns/definition.ts";
import { context, fullOrder, money } from "../columns/orders-for-tests.ts";
import { shownCell } from "../columns/shown-for-tests.ts";
import { Grouping, WorksheetSplitter } from "../enumerations.ts";
import type { LineItem, Order } from "../orders/order.ts";
import { createReport, type ReportDesign } from "./report.ts";

export const linesOf = (order: Order): readonly LineItem[] => order.lineItems ?? [];

/** Order n of a shop, created in minute n, with a total of n hundred. */
export const order = (n: number, lineItems: LineItem[], changes: Partial<Order> = {}): Order => ({
  ...fullOrder,
  id: `gid://shopify/Order/${n}`,
  legacyResourceId: `${n}`,
  name: `#${n}`,
  createdAt: `2026-11-20T12:${String(n).padStart(2, "0")}:00Z`,
  totalPriceSet: money(`${n}00`),
  lineItems,
  ...changes,
});

type Read = { name: string | null; orders: number; rows: string[]; starts: boolean[] };

type ReadOptions = {
  locale?: string;
  spilling?: Parameters<typeof createReport>[0]["spilling"];
  leftOut?: readonly Order[];
};

/**
 * Reports the given orders, newest first, without those in `leftOut`. A row becomes one text, `-` for an empty cell.
 */
export const read = async (
  orders: readonly Order[],
  design: Partial<Omit<ReportDesign, "columns">> & { columns: string[] },
  { locale = "en", spilling, leftOut = [] }: ReadOptions = {},
): Promise<Read[]> => {
  const report = createReport({
    design: {
      grouping: Grouping.Orders,
      sortedBy: null,
      splitter: WorksheetSplitter.None,
      ...design,
      columns: design.columns.map((column) => ({ column, title: null, width: null, format: null })),
    },
    columnByKey,
    context,
    locale,
    ...(spilling && { spilling }),
  });
  for (const one of leftOut) report.leaveOut(one);
  const streamed: Read = { name: null, orders: 0, rows: [], starts: [] };
  const take = (into: Read, { cells, startsOrder }: { cells: readonly Cell[]; startsOrder: boolean }) => {
    into.rows.push(cells.map((cell) => shownCell(cell) ?? "-").join(" "));
    into.starts.push(startsOrder);
  };
  for (const one of orders) {
    streamed.orders += 1;
    for (const row of await report.add(one, linesOf(one))) take(streamed, row);
  }
  if (report.streams) return [streamed];
  const sheets: Read[] = [];
  for (const { name, orders: counted, rows } of await report.sheets()) {
    const sheet: Read = { name, orders: counted, rows: [], starts: [] };
    for await (const row of rows()) take(sheet, row);
    sheets.push(sheet);
  }
  return sheets;
};

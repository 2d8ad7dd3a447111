import { parseIdNumber } from "../../orders/parse-id-number.ts";
import type { PreviewSheet } from "../../reports/preview.ts";
import type { UnreadOrder } from "../../reports/unread-orders.ts";
import type { Preview } from "./report-data.ts";
import { unreadOnWire } from "./unread-orders.ts";

/**
 * `orders`: number shown. `haveStatus`: their orders have a local status. `leftOut`: dropped rows. `lookedAt`: see
 * `PreviewData.LookedAt`.
 */
export const previewOnWire = (made: {
  columns: readonly string[];
  slow: readonly string[];
  lacking: readonly { column: string; scopes: readonly string[] }[];
  unread: readonly UnreadOrder[];
  haveStatus: boolean;
  sheets: readonly PreviewSheet[];
  leftOut: number;
  orders: number;
  lookedAt: number | undefined;
  linesFiltered: Preview["LinesFiltered"];
  testOrders: number;
  limit: number;
  generated: boolean;
  moneyFormat: string;
  currencyCode: string;
  locale: string;
  instants: readonly string[];
  dateFormat: number;
  alternateRowsStyle: number;
  adminUrl: string;
  gatheredAt: string;
}): Preview => ({
  Columns: [...made.columns],
  Sheets: made.sheets.map(({ name, rows }) => ({
    Name: name,
    Rows: rows.map(({ orderKey, startsOrder, cells, unread }) => ({
      ...(made.haveStatus && orderKey !== null ? { OrderId: parseIdNumber(orderKey) } : {}),
      StartsOrder: startsOrder,
      Cells: cells,
      ...(unread && { Unread: unread }),
    })),
  })),
  Orders: made.orders,
  Limit: made.limit,
  ...(made.leftOut > 0 ? { RowsLeftOut: made.leftOut } : {}),
  ...(made.lookedAt === undefined ? {} : { LookedAt: made.lookedAt }),
  ...(made.linesFiltered && { LinesFiltered: made.linesFiltered }),
  ...(made.testOrders > 0 ? { TestOrders: made.testOrders } : {}),
  Generated: made.generated,
  SlowColumns: [...made.slow],
  ...(made.lacking.length > 0 && {
    Lacking: made.lacking.map(({ column, scopes }) => ({ Column: column, Scopes: [...scopes] })),
  }),
  ...(made.unread.length > 0 && { Unread: unreadOnWire(made.unread) }),
  MoneyFormat: made.moneyFormat === "" ? null : made.moneyFormat,
  CurrencyCode: made.currencyCode,
  Locale: made.locale,
  Instants: [...made.instants],
  DateFormat: made.dateFormat,
  ...(made.alternateRowsStyle > 0 && { AlternateRowsStyle: made.alternateRowsStyle }),
  AdminUrl: made.adminUrl,
  GatheredAt: made.gatheredAt,
});

import type { PreviewSheet } from "../reports/preview.ts";
import type { Preview } from "./report-data.ts";

/** A preview as it is answered. `orders`: how many were read; `leftOut`: rows that were made and not kept; `lookedAt`: see `PreviewData.LookedAt`. */
export const previewOnWire = (made: {
  columns: readonly string[];
  slow: readonly string[];
  sheets: readonly PreviewSheet[];
  leftOut: number;
  orders: number;
  lookedAt: number | undefined;
  limit: number;
  generated: boolean;
  moneyFormat: string;
  currencyCode: string;
  locale: string;
  instants: readonly string[];
  dateFormat: number;
  adminUrl: string;
  gatheredAt: string;
}): Preview => ({
  Columns: [...made.columns],
  Sheets: made.sheets.map(({ name, rows }) => ({
    Name: name,
    Rows: rows.map(({ startsOrder, cells }) => ({ StartsOrder: startsOrder, Cells: cells })),
  })),
  Orders: made.orders,
  Limit: made.limit,
  ...(made.leftOut > 0 ? { RowsLeftOut: made.leftOut } : {}),
  ...(made.lookedAt === undefined ? {} : { LookedAt: made.lookedAt }),
  Generated: made.generated,
  SlowColumns: [...made.slow],
  MoneyFormat: made.moneyFormat === "" ? null : made.moneyFormat,
  CurrencyCode: made.currencyCode,
  Locale: made.locale,
  Instants: [...made.instants],
  DateFormat: made.dateFormat,
  AdminUrl: made.adminUrl,
  GatheredAt: made.gatheredAt,
});

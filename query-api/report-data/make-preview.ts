import { columnByKey } from "#domain/columns/catalogue.ts";
import { knownZone } from "#domain/dates/known-zone.ts";
import type { LineItem, Order } from "#domain/orders/order.ts";
import { createPreview } from "#domain/reports/preview.ts";
import { slowColumns } from "#domain/reports/preview-columns.ts";
import type { ReportDesign } from "#domain/reports/report.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import { currencyDecimals } from "#domain/text/currency-decimals.ts";
import { previewOnWire } from "#domain/wire/preview-on-wire.ts";
import type { Preview } from "#domain/wire/report-data.ts";
import { createBreather } from "#infra/app/breathe.ts";
import { adminUrlOf } from "#infra/config/admin-url.ts";
import type { QueryApiDeps } from "../deps.ts";

/** An order of a preview, and those of its lines that its filter kept. */
export type KeptOrder = { order: Order; lines: readonly LineItem[] };

export const withAllLines = (order: Order): KeptOrder => ({ order, lines: order.lineItems ?? [] });

/** What a preview is made of, before its orders are read. */
export type PreviewWish = {
  design: ReportDesign;
  account: AuthorizedShop;
  /** [from, to) of the report, for what depends on it. */
  period: { from: string | null; to: string };
  /** How many orders it is of at most. */
  limit: number;
};

/** Newest first. `generated`: the store has none, and these are made up. */
export type OrdersOfPreview = { orders: readonly KeptOrder[]; generated: boolean };

/** Reads the orders, once it is known what is asked of each (`OrdersRequest.fields` and `needed`). */
type ReadOrders = (fields: readonly string[], needed: readonly string[]) => Promise<OrdersOfPreview>;

/** The first rows of a report, by the stages that make its file, in the shop's zone, date format and letters. */
export const makePreview = async (
  { clock, config }: Pick<QueryApiDeps, "clock" | "config">,
  signal: AbortSignal,
  { design, account, period, limit }: PreviewWish,
  read: ReadOrders,
): Promise<Preview> => {
  const { profile, preferences, shop } = account;
  const preview = createPreview({
    design,
    columnByKey,
    context: {
      period,
      adminUrl: adminUrlOf(config, shop),
      ianaTimezone: knownZone(profile.ianaTimezone),
      currencyDecimals: currencyDecimals(profile.currencyCode),
      weightUnit: profile.weightUnit,
    },
    locale: profile.primaryLocale,
    preferences,
  });
  const { orders, generated } = await read(preview.fields, preview.needed);
  const gatheredAt = clock.now().toISOString();
  const breathe = createBreather(signal);
  for (const { order, lines } of orders) {
    await breathe();
    await preview.add(order, lines);
  }
  return previewOnWire({
    ...(await preview.end()),
    columns: preview.columns,
    slow: slowColumns(design.columns),
    orders: orders.length,
    limit,
    generated,
    moneyFormat: profile.moneyFormat,
    currencyCode: profile.currencyCode,
    locale: profile.primaryLocale,
    adminUrl: adminUrlOf(config, shop),
    gatheredAt,
  });
};

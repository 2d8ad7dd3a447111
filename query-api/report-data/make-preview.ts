import { ApiError } from "#application/http/api-error.ts";
import { statusesNow, withStatuses } from "#application/local-status/read-statuses.ts";
import { createBreather } from "#application/process/breathe.ts";
import type { oneAfterAnother } from "#application/process/one-after-another.ts";
import { sayUnforeseen } from "#application/process/say-unforeseen.ts";
import { columnByKey } from "#domain/columns/catalogue.ts";
import { type Counts, countsOf } from "#domain/columns/counts.ts";
import type { KeptOrder } from "#domain/export/orders-filter.ts";
import type { Order } from "#domain/orders/order.ts";
import { createPreview, TooMuchForPreview, tooMuchForPreview } from "#domain/reports/preview.ts";
import { slowColumns } from "#domain/reports/preview-columns.ts";
import type { ReportDesign } from "#domain/reports/report.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import { previewOnWire } from "#domain/wire/reports/preview-on-wire.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import { adminUrlOf } from "#infra/config/admin-url.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import type { QueryApiDeps } from "../deps.ts";
import { cellsOfShop } from "./cells-of-shop.ts";

export const withAllLines = (order: Order): KeptOrder => ({ order, lines: order.lineItems ?? [] });

/** `inTurn`: by tenant, so that a shop that asks for many slow ones at once takes no more of the process than with one. */
export type PreviewDeps = Pick<QueryApiDeps, "clock" | "config" | "log" | "readModels"> & {
  inTurn: ReturnType<typeof oneAfterAnother>;
};

/** What a preview is made of, before its orders are read. */
export type PreviewWish = {
  design: ReportDesign;
  account: AuthorizedShop;
  /** [from, to) of the report, for what depends on it. */
  period: { from: string | null; to: string };
  /** How many orders it is of at most. */
  limit: number;
  /** Keys of the columns that are visible; absent: all. */
  shown?: ReadonlySet<string>;
  /** How many rows; absent: as many as a person can look at. */
  rowsAtMost?: number;
};

/**
 * Newest first. `generated`: the store has none, and these are made up. `lookedAt`: so many of the newest were looked at for them, and there
 * are more; absent where all were. `linesFiltered`: a filter may have left some of their lines out. `unjudged`: other orders, which the
 * filter cannot judge as they could not be read in full.
 */
export type OrdersOfPreview = {
  orders: readonly KeptOrder[];
  generated: boolean;
  lookedAt?: number;
  linesFiltered?: boolean;
  unjudged?: readonly Order[];
};

/** A preview before its orders. `fields` and `needed`: what is asked of each (`OrdersRequest`). */
export type OpenPreview = {
  fields: readonly string[];
  needed: readonly string[];
  of(orders: OrdersOfPreview, signal: AbortSignal): Promise<Preview>;
};

/**
 * What is done once the orders are there. Where the time of the call ends meanwhile the platform has answered: it is the report itself
 * that takes too long, and that is said.
 */
export const ownWork = async <T>(
  { computes }: { computes: boolean },
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const isLate = signal.aborted && error === signal.reason && error instanceof PlatformError;
    if (!isLate && !(error instanceof TooMuchForPreview)) throw error;
    const { message } = tooMuchForPreview({ formulas: computes });
    throw new ApiError({ status: 503, code: "too-slow", message });
  }
};

const countedIn = (columns: readonly string[]): NonNullable<Preview["LinesFiltered"]> => {
  const counting = (counts: Counts) =>
    columns.filter((key) => {
      const column = columnByKey.get(key);
      return column !== undefined && countsOf(column) === counts;
    });
  return { LinesLeft: counting("lines"), WholeOrders: counting("orders") };
};

/** The first rows of a report, by the stages that make its file, in the shop's zone, date format and letters. */
export const openPreview = (
  { clock, config, log, readModels, inTurn }: PreviewDeps,
  { design, account, period, limit, shown, rowsAtMost }: PreviewWish,
): OpenPreview => {
  const { profile, preferences, shop, tenant } = account;
  const preview = createPreview({
    design,
    columnByKey,
    context: cellsOfShop({ config }, account, period),
    locale: profile.primaryLocale,
    preferences,
    unforeseen: sayUnforeseen(log, tenant),
    ...(rowsAtMost === undefined ? {} : { rowsAtMost }),
  });
  return {
    // Whoever looks at figures is told of test orders among them.
    fields: [...new Set([...preview.fields, "test"])].sort(),
    needed: preview.needed,
    of: ({ orders, generated, lookedAt, linesFiltered = false, unjudged = [] }, signal) =>
      ownWork(preview, signal, () =>
        inTurn(tenant, async () => {
          signal.throwIfAborted();
          const gatheredAt = clock.now().toISOString();
          const breathe = createBreather(signal);
          // Made-up orders have no number that anything could be said of.
          const haveStatus = preview.readsLocalStatus && !generated;
          const read = orders.map(({ order }) => order);
          const found = haveStatus ? await withStatuses(statusesNow(readModels, tenant), read) : read;
          const unread = unjudged.flatMap((order) => preview.unreadOf(order, order.unread ?? [], shown) ?? []);
          for (const order of unjudged) preview.leaveOut(order);
          for (const [at, { order, lines }] of orders.entries()) {
            await breathe();
            const unreadOrder = preview.unreadOf(order, [], shown);
            if (unreadOrder) unread.push(unreadOrder);
            if (unreadOrder?.leftOut) preview.leaveOut(order);
            else await preview.add(found[at] ?? order, lines);
          }
          return previewOnWire({
            ...(await preview.end(breathe)),
            columns: preview.columns,
            lacking: preview.lacking(),
            unread,
            haveStatus,
            slow: slowColumns(design.columns),
            orders: orders.length,
            lookedAt,
            linesFiltered: linesFiltered ? countedIn(preview.columns) : undefined,
            testOrders: generated ? 0 : read.filter(({ test }) => test === true).length,
            limit,
            generated,
            moneyFormat: profile.moneyFormat,
            currencyCode: profile.currencyCode,
            locale: profile.primaryLocale,
            instants: preview.instants,
            dateFormat: preferences.UserDateFormat,
            alternateRowsStyle: preferences.AlternateRowsStyle,
            adminUrl: adminUrlOf(config, shop),
            gatheredAt,
          });
        }),
      ),
  };
};

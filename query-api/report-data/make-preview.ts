import { ApiError } from "#application/http/api-error.ts";
import { readCurrentStatuses, withStatuses } from "#application/local-status/read-statuses.ts";
import type { createKeyedSerialQueue } from "#application/process/keyed-serial-queue.ts";
import { logFormulaError } from "#application/process/log-formula-error.ts";
import { createYieldToEventLoop } from "#application/process/yield-to-event-loop.ts";
import { columnByKey } from "#domain/columns/catalogue.ts";
import { determineFigureBasis, type FigureBasis } from "#domain/columns/figure-basis.ts";
import type { IncludedOrder } from "#domain/export/orders-filter.ts";
import type { Order } from "#domain/orders/order.ts";
import { createPreview, TooMuchForPreview, tooMuchForPreview } from "#domain/reports/preview.ts";
import { listSlowColumns } from "#domain/reports/preview-columns.ts";
import type { ReportDesign } from "#domain/reports/report.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import { previewOnWire } from "#domain/wire/reports/preview-on-wire.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import { toAdminUrl } from "#infra/config/admin-url.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import type { QueryApiDeps } from "../deps.ts";
import { createCellContext } from "./cell-context.ts";

export const withAllLines = (order: Order): IncludedOrder => ({ order, lines: order.lineItems ?? [] });

/** `inTurn`: runs one at a time per tenant, so that a shop's slow previews load the process like one. */
export type PreviewDeps = Pick<QueryApiDeps, "clock" | "config" | "log" | "readModels"> & {
  inTurn: ReturnType<typeof createKeyedSerialQueue>;
};

export type PreviewInput = {
  design: ReportDesign;
  account: AuthorizedShop;
  /** Period [from, to), for content that depends on it. */
  period: { from: string | null; to: string };
  limit: number;
  /** Visible columns; default: all. */
  shown?: ReadonlySet<string>;
  /** Maximum rows; default: as many as a person can look at. */
  rowsAtMost?: number;
};

/**
 * Orders, newest first. `generated`: made up, as the store has none. `lookedAt`: newest orders searched; absent if all
 * were. `linesFiltered`: a filter may have removed lines. `unjudged`: further orders that the filter cannot evaluate,
 * as some fields are unread.
 */
export type OrdersOfPreview = {
  orders: readonly IncludedOrder[];
  generated: boolean;
  lookedAt?: number;
  linesFiltered?: boolean;
  unjudged?: readonly Order[];
};

/** A preview before its orders. `fields`, `requiredFields`: see `OrdersRequest`. */
export type OpenPreview = {
  fields: readonly string[];
  requiredFields: readonly string[];
  createPreview(orders: OrdersOfPreview, signal: AbortSignal): Promise<Preview>;
};

/** Runs `work`. If the call's time ends in it, the error says that the report takes too long. */
export const orTooSlow = async <T>(
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
  const counting = (counts: FigureBasis) =>
    columns.filter((key) => {
      const column = columnByKey.get(key);
      return column !== undefined && determineFigureBasis(column) === counts;
    });
  return { LinesLeft: counting("lines"), WholeOrders: counting("orders") };
};

/** First rows of a report, by the stages of its file, in the shop's zone, date format and letters. */
export const preparePreview = (
  { clock, config, log, readModels, inTurn }: PreviewDeps,
  { design, account, period, limit, shown, rowsAtMost }: PreviewInput,
): OpenPreview => {
  const { profile, preferences, shop, tenant } = account;
  const preview = createPreview({
    design,
    columnByKey,
    context: createCellContext({ config }, account, period),
    locale: profile.primaryLocale,
    preferences,
    onUnexpectedError: logFormulaError(log, tenant),
    ...(rowsAtMost === undefined ? {} : { rowsAtMost }),
  });
  return {
    // `test` tells if figures include test orders.
    fields: [...new Set([...preview.fields, "test"])].sort(),
    requiredFields: preview.requiredFields,
    createPreview: ({ orders, generated, lookedAt, linesFiltered = false, unjudged = [] }, signal) =>
      orTooSlow(preview, signal, () =>
        inTurn(tenant, async () => {
          signal.throwIfAborted();
          const gatheredAt = clock.now().toISOString();
          const yieldToEventLoop = createYieldToEventLoop(signal);
          // Made-up orders have no numbers, so no local status.
          const haveStatus = preview.readsLocalStatus && !generated;
          const ordersRead = orders.map(({ order }) => order);
          const found = haveStatus
            ? await withStatuses(readCurrentStatuses(readModels, tenant), ordersRead)
            : ordersRead;
          const unread = unjudged.flatMap((order) => preview.unreadOf(order, order.unread ?? [], shown) ?? []);
          for (const order of unjudged) preview.leaveOut(order);
          const included: Order[] = [];
          for (const [at, { order, lines }] of orders.entries()) {
            await yieldToEventLoop();
            const unreadOrder = preview.unreadOf(order, [], shown);
            if (unreadOrder) unread.push(unreadOrder);
            if (unreadOrder?.leftOut) {
              preview.leaveOut(order);
              continue;
            }
            included.push(order);
            await preview.add(found[at] ?? order, lines);
          }
          return previewOnWire({
            ...(await preview.end(yieldToEventLoop)),
            columns: preview.columns,
            lacking: preview.lacking(),
            unread,
            haveStatus,
            slow: listSlowColumns(design.columns),
            orders: included.length,
            lookedAt,
            linesFiltered: linesFiltered ? countedIn(preview.columns) : undefined,
            testOrders: generated ? 0 : included.filter(({ test }) => test === true).length,
            limit,
            generated,
            moneyFormat: profile.moneyFormat,
            currencyCode: profile.currencyCode,
            locale: profile.primaryLocale,
            instants: preview.instants,
            dateFormat: preferences.UserDateFormat,
            alternateRowsStyle: preferences.AlternateRowsStyle,
            adminUrl: toAdminUrl(config, shop),
            gatheredAt,
          });
        }),
      ),
  };
};

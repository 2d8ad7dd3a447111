import { z } from "zod";
import { ApiError } from "#application/http/api-error.ts";
import { type Route, route } from "#application/http/route.ts";
import { readCurrentStatuses, withStatuses } from "#application/local-status/read-statuses.ts";
import { createKeyedSerialQueue } from "#application/process/keyed-serial-queue.ts";
import { loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { sha256 } from "#application/text/derive-id.ts";
import { isRefusal, refuse } from "#domain/core/decider.ts";
import { ColumnType } from "#domain/enumerations.ts";
import type { IncludedOrder } from "#domain/export/orders-filter.ts";
import { parseIdNumber } from "#domain/orders/parse-id-number.ts";
import { collections } from "#domain/read-models/documents.ts";
import { listVisibleColumns, toReportDesign } from "#domain/reports/preview-columns.ts";
import { liveKeptMinutes } from "#domain/retention/retention.ts";
import { LiveTablePayload } from "#domain/wire/live.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import type { QueryApiDeps } from "../deps.ts";
import { readConditions } from "../orders/search.ts";
import { orTooSlow } from "../report-data/make-preview.ts";
import { createRequestCache } from "../request-cache.ts";
import {
  type GatheredOrders,
  gatherKey,
  type LiveReportInput,
  maxLiveOrders,
  prepareGathering,
} from "./gather-orders.ts";
import { liveReport, makeTable } from "./make-table.ts";
import { loadLivePage } from "./page.ts";
import { createSharedReadings } from "./shared-reading.ts";

/** Cache times, ms (ADR 93). `quiet`: if no order was reported since the reading. `least`: in any case. */
const cacheTimes = { quiet: liveKeptMinutes * 60_000, least: 10_000 } as const;
/**
 * Limits of a reading without waiters, and of any reading, ms. A store with the usual limits takes minutes for 1,000
 * orders.
 */
const [abandonAfter, maxReadingTime] = [45_000, 300_000];
/** Cache limits for all shops, in characters of JSON and of HTML. 1,000 usual orders take some 6 million. */
const [maxOrderCharacters, maxTableCharacters] = [32_000_000, 16_000_000];

/** Error when the call's deadline passed; the next call finds the reading further on. */
const stillGathering = (orders: number) =>
  new ApiError({
    status: 503,
    code: "gathering",
    message:
      orders === 0
        ? "Your store is taking a while to send its orders. They're still coming in."
        : `Your store is taking a while to send its orders: ${orders.toLocaleString("en")} so far. They're still coming in.`,
    headers: { "retry-after": "3" },
  });

/** The platform doesn't admit us (S-2.8). */
const refreshNeeded = (error: PlatformError) => new ApiError({ status: 401, code: "refresh", message: error.message });

/** Current rows of a report (R-31, S-2.7), shared by everybody who views the same (ADR 93). */
export const liveTableRoute = (deps: QueryApiDeps): Route => {
  const { steady } = deps.clock;
  const readings = createSharedReadings<GatheredOrders>({
    steady,
    room: { weigh: ({ weight }) => weight, atMost: maxOrderCharacters },
    abandonAfter,
    maxReadingTime,
    goodFor: cacheTimes.quiet,
  });
  const tables = createRequestCache<string>(steady, cacheTimes.quiet, {
    weigh: (html) => html.length,
    atMost: maxTableCharacters,
  });
  const runInSeries = createKeyedSerialQueue();
  /** Orders read so far. */
  const progress = new Map<string, number>();

  const gather = async (
    input: LiveReportInput,
    fresh: boolean,
  ): Promise<GatheredOrders | ReturnType<typeof refuse>> => {
    const { tenant, signal } = input.access;
    const opened = prepareGathering(deps, input);
    if (isRefusal(opened)) return opened;
    const key = gatherKey(input, deps.clock.now());
    const lastReported = await deps.arrivals.lastReportedAt(tenant);
    const read = async (shared: AbortSignal): Promise<GatheredOrders> => {
      let orders = 0;
      progress.set(key, 0);
      try {
        return await opened.read(shared, (more) => {
          orders = Math.min(orders + more, maxLiveOrders);
          progress.set(key, orders);
        });
      } finally {
        progress.delete(key);
      }
    };
    try {
      return await readings.read({
        owner: tenant,
        key,
        mustReload: fresh,
        serves: ({ gatheredAt }, age) =>
          age < cacheTimes.least ||
          (age < cacheTimes.quiet && (lastReported === undefined || lastReported <= gatheredAt)),
        signal,
        read,
      });
    } catch (error) {
      if (signal.aborted && error === signal.reason && error instanceof PlatformError && readings.isReading(key))
        throw stillGathering(progress.get(key) ?? 0);
      throw error;
    }
  };

  return route({
    method: "POST",
    path: "reportData/live-table",
    summary:
      "A report design's newest orders, 1,000 at most, as HTML; of the orders given alone, if any; refresh=true reads them again",
    description:
      "The date range and filter are those of appData/getLive. While the platform is still sending orders it answers 503 with the number so far: ask again.",
    refuses: ["rule", "invalid", "unknown"],
    access: "shop",
    asksPlatform: true,
    reads: [collections.localStatuses.name],
    query: z.strictObject({
      reportId: z.string().min(1).max(100),
      refresh: z.enum(["true", "false"]).default("false"),
    }),
    body: LiveTablePayload,
    bare: "ids",
    data: z.string(),
    handler: async ({ body: selected, query: { reportId, refresh } }, { signal, caller }) => {
      const { tenant, shop } = caller;
      const [{ UserOrderFilters: filters }, { state: workspace }, account] = await Promise.all([
        loadLivePage(deps, caller, reportId),
        deps.runner.load(workspaceDecider, tenant),
        loadAuthorizedShop(deps, tenant),
        deps.arrivals.watch(tenant),
      ]);
      const made = workspace.reports.find((one) => one.reportId === reportId);
      if (!made) return refuse("unknown", "This report design can't be found. Choose another one.");
      const conditions = await readConditions(deps, tenant, filters.report_filter_id);
      if (isRefusal(conditions)) return conditions;
      const design = toReportDesign(made, listVisibleColumns(made));
      const report = liveReport(deps, { design, account }, { from: null, to: deps.clock.now().toISOString() });
      if (report.columns.length === 0)
        return refuse("rule", "This report design shows no columns. Show at least one in the report designer.");
      // Status choices and pictures have their order's name in their labels.
      const namesOrders = report.readsLocalStatus || report.columns.some(({ type }) => type === ColumnType.Image);
      const fields = [...new Set([...report.fields, ...(namesOrders ? ["name"] : [])])].sort();
      const requested = { fields, requiredFields: [...report.requiredFields].sort() };
      const input = { access: { tenant, shop, signal }, account, filters, conditions, selected, requested };
      const gathered = await gather(input, refresh === "true").catch((error: unknown) => {
        throw error instanceof PlatformError && error.code === "reconnect-needed" ? refreshNeeded(error) : error;
      });
      if (isRefusal(gathered)) return gathered;
      const ids = report.readsLocalStatus ? gathered.orders.map(({ order }) => parseIdNumber(order.id)) : [];
      const statuses = await readCurrentStatuses(deps.readModels, tenant)(ids);
      const { preferences, profile } = account;
      const key = [gathered.reading, design, preferences, profile, [...statuses]];
      const computes = report.columns.some(({ formula }) => formula !== null);
      return tables(sha256(JSON.stringify(key)), signal, (shared) =>
        orTooSlow({ computes }, shared, () =>
          runInSeries(tenant, async () => {
            shared.throwIfAborted();
            const ofReport = gathered.orders.map(({ order }) => order);
            const found = await withStatuses(async () => statuses, ofReport);
            const orders = gathered.orders.map(
              (kept, at): IncludedOrder => ({ ...kept, order: found[at] ?? kept.order }),
            );
            return makeTable(deps, { design, account }, { gathered, orders }, shared);
          }),
        ),
      );
    },
  });
};

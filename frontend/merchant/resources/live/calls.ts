import type { LivePage } from "#domain/wire/live.ts";
import type { LocalStatusHistory } from "#domain/wire/reports/local-status.ts";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import type { Calls } from "../../../shared/api/calls.ts";

export const createLiveCalls = ({ http, get, request }: Calls) => ({
  /** `reportId`: null for the design viewed last. */
  livePage: (reportId: string | null, signal: AbortSignal) =>
    get<LivePage>("appData/getLive", { params: reportId === null ? {} : { reportId }, signal }),
  setLivePage: (reportId: string, filters: UserOrderFilters) =>
    request<LivePage>({ method: "PUT", kind: "command", path: "appData/setLive", params: { reportId }, body: filters }),
  /**
   * The report as HTML. `orderIds`: only these orders; if empty, those of the filters. `isAskedFor`: reads the store
   * again, regardless of recent answers. On failure the page keeps its content.
   */
  liveTable: (
    reportId: string,
    { orderIds, isAskedFor }: { orderIds: readonly string[]; isAskedFor: boolean },
    signal: AbortSignal,
  ) =>
    request<string>({
      method: "POST",
      kind: "query",
      path: "reportData/live-table",
      params: { reportId, ...(isAskedFor && { refresh: "true" }) },
      body: orderIds,
      signal,
      isBackground: true,
    }),
  /** An order's local statuses, newest first; empty if it never had one. */
  localStatusHistory: (orderId: string, signal: AbortSignal) =>
    get<LocalStatusHistory>("reportData/local-status-history", { params: { orderId }, signal }),
  /**
   * A stream of orders that the platform announces, saying which new ones the report would contain. `after`: id of the
   * last event received.
   */
  liveEvents: ({ reportId, after }: { reportId: string; after: string | null }, signal: AbortSignal) =>
    http.stream({
      path: "reportData/live-events",
      params: { reportId, ...(after !== null && { after }) },
      signal,
    }),
});

import type { LivePage } from "#domain/wire/live.ts";
import type { LocalStatusHistory } from "#domain/wire/reports/local-status.ts";
import type { UserOrderFilters } from "#domain/wire/reports/reporting.ts";
import type { Calls } from "../../../shared/api/calls.ts";

/** The calls of the live report (S-2.7). */
export const liveCalls = ({ http, get, data }: Calls) => ({
  /** `reportId`: null for the design that was looked at last. */
  livePage: (reportId: string | null, signal: AbortSignal) =>
    get<LivePage>("appData/getLive", { params: reportId === null ? {} : { reportId }, signal }),
  setLivePage: (reportId: string, filters: UserOrderFilters) =>
    data<LivePage>({ method: "PUT", kind: "command", path: "appData/setLive", params: { reportId }, body: filters }),
  /**
   * The report as HTML. `orderIds`: those that it is to be of alone, none for those of the filters; `isAskedFor`: the store is asked anew, whatever
   * others were answered a moment ago. Without an answer the page keeps what it shows.
   */
  liveTable: (
    reportId: string,
    { orderIds, isAskedFor }: { orderIds: readonly string[]; isAskedFor: boolean },
    signal: AbortSignal,
  ) =>
    data<string>({
      method: "POST",
      kind: "query",
      path: "reportData/live-table",
      params: { reportId, ...(isAskedFor && { refresh: "true" }) },
      body: orderIds,
      signal,
      quiet: true,
    }),
  /** What was said of an order, the newest first; empty where nothing was. */
  localStatusHistory: (orderId: string, signal: AbortSignal) =>
    get<LocalStatusHistory>("reportData/local-status-history", { params: { orderId }, signal }),
  /** Orders that the platform tells of, as they come, and which of the new ones a report would hold. `after`: the id of the last event that was heard. */
  liveEvents: ({ reportId, after }: { reportId: string; after: string | null }, signal: AbortSignal) =>
    http.stream({
      path: "reportData/live-events",
      params: { reportId, ...(after !== null && { after }) },
      signal,
    }),
});

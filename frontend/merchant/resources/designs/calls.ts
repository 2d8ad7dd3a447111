import type { ReportDesignItem } from "#domain/wire/reports.ts";
import type { Calls } from "../../../shared/api/calls.ts";

/** The calls about report designs. */
export const designCalls = ({ http, command }: Calls) => ({
  /** With the list's ETag, to send back when it is put in order. */
  designList: (signal: AbortSignal) =>
    http.send<ReportDesignItem[]>({ method: "GET", kind: "query", path: "reports/get-reports", signal }),
  createDesign: () => command<ReportDesignItem>("reports/create-new"),
  cloneDesign: (id: string) => command<ReportDesignItem>("reports/clone", id),
  /** 'ok', or the title of the automated report that uses it. */
  deleteDesign: (id: string) => command<string>("reports/delete", id),
  orderDesigns: (ids: readonly string[], ifMatch: string | null) =>
    http.send<boolean>({ method: "PUT", kind: "command", path: "reports/set-ordering", body: ids, ifMatch }),
});

import type { Preview } from "#domain/wire/report-data.ts";
import type { ReportDesignItem, ReportWithColumns, UpdateReportPayload } from "#domain/wire/reports.ts";
import type { Calls } from "../../../shared/api/calls.ts";
import type { Answer } from "../../../shared/api/http.ts";
import { type DesignOnPage, designFromWire } from "./design-on-page.ts";

const onPage = (answer: Answer<ReportWithColumns>): Answer<DesignOnPage> => ({
  ...answer,
  data: designFromWire(answer.data),
});

/** The calls about report designs. */
export const designCalls = ({ http, command }: Calls) => ({
  /** With the list's ETag, to send back when it is put in order. */
  designList: (signal: AbortSignal) =>
    http.send<ReportDesignItem[]>({ method: "GET", kind: "query", path: "reports/get-reports", signal }),
  /** With its ETag, to send back when it is changed. */
  design: async (id: string, signal: AbortSignal) => {
    const path = `reports/get/with-columns/${encodeURIComponent(id)}`;
    return onPage(await http.send<ReportWithColumns>({ method: "GET", kind: "query", path, signal }));
  },
  /** Answers the design as it now stands, with what others changed meanwhile, and its new ETag. */
  updateDesign: async (body: UpdateReportPayload, ifMatch: string | null) =>
    onPage(
      await http.send<ReportWithColumns>({ method: "PUT", kind: "command", path: "reports/update", body, ifMatch }),
    ),
  /** The first rows of the report of a design as it is saved. */
  designPreview: (id: string, signal: AbortSignal) =>
    http.send<Preview>({
      method: "GET",
      kind: "query",
      path: `reportData/design-data/${encodeURIComponent(id)}`,
      signal,
    }),
  createDesign: () => command<ReportDesignItem>("reports/create-new"),
  cloneDesign: (id: string) => command<ReportDesignItem>("reports/clone", id),
  /** 'ok', or the title of the automated report that uses it. */
  deleteDesign: (id: string) => command<string>("reports/delete", id),
  orderDesigns: (ids: readonly string[], ifMatch: string | null) =>
    http.send<boolean>({ method: "PUT", kind: "command", path: "reports/set-ordering", body: ids, ifMatch }),
});

import type { z } from "zod";
import type { LocalStatus } from "#domain/enumerations.ts";
import type { AttributeNamesOnWire } from "#domain/wire/filters/attributes.ts";
import type { LocalStatusOfOrder } from "#domain/wire/reports/local-status.ts";
import type { GeneratePreviewPayload, Preview, StarterDesignData } from "#domain/wire/reports/report-data.ts";
import type {
  ListedDesign,
  ReportDesignItem,
  ReportWithColumns,
  UpdateReportPayload,
} from "#domain/wire/reports/reports.ts";
import type { Calls } from "../../../shared/api/calls.ts";
import type { Answer } from "../../../shared/api/http.ts";
import { type DesignOnPage, designFromWire } from "./design-on-page.ts";

const onPage = (answer: Answer<ReportWithColumns>): Answer<DesignOnPage> => ({
  ...answer,
  data: designFromWire(answer.data),
});

/** The calls about report designs. */
export const designCalls = ({ http, get, data, command }: Calls) => ({
  /** With the list's ETag, to send back when it is put in order. */
  designList: (signal: AbortSignal) =>
    http.send<ListedDesign[]>({ method: "GET", kind: "query", path: "reports/get-reports", signal }),
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
  /** What the shop says of an order; refused where that is not what was `seen` any more. */
  setLocalStatus: (orderId: string, status: LocalStatus, seen: LocalStatus) =>
    data<LocalStatusOfOrder>({
      method: "PUT",
      kind: "command",
      path: "reportData/local-status",
      body: { OrderId: orderId, LocalStatus: status, Seen: seen },
      quiet: true,
    }),
  /** As a starter design says; without one with the usual columns. */
  createDesign: (starter?: string) =>
    command<ReportDesignItem>("reports/create-new", starter === undefined ? undefined : { Starter: starter }),
  /** The designs to begin with, each with its first rows. */
  starterDesigns: (signal: AbortSignal) =>
    get<z.infer<typeof StarterDesignData>[]>("reportData/starter-designs", { signal }),
  /** The first rows of what a file would be. Who cannot see them goes on without. */
  generatePreview: (body: z.infer<typeof GeneratePreviewPayload>, signal: AbortSignal) =>
    data<Preview>({ method: "POST", kind: "query", path: "reportData/generate-preview", body, signal, quiet: true }),
  /** Names of attributes by their kinds, the most frequent of the shop's last orders first. Who does not get them types one. */
  attributeNames: (signal: AbortSignal) =>
    data<AttributeNamesOnWire[]>({ method: "GET", kind: "query", path: "reports/attributes", signal, quiet: true }),
  cloneDesign: (id: string) => command<ReportDesignItem>("reports/clone", id),
  /** 'ok', or the title of the automated report that uses it. */
  deleteDesign: (id: string) => command<string>("reports/delete", id),
  orderDesigns: (ids: readonly string[], ifMatch: string | null) =>
    http.send<boolean>({ method: "PUT", kind: "command", path: "reports/set-ordering", body: ids, ifMatch }),
});

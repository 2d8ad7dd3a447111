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
import type { ApiResponse } from "../../../shared/api/http.ts";
import { designFromWire, type EditableDesign } from "./editable-design.ts";

const toEditable = (answer: ApiResponse<ReportWithColumns>): ApiResponse<EditableDesign> => ({
  ...answer,
  data: designFromWire(answer.data),
});

export const createDesignCalls = ({ http, get, request, command }: Calls) => ({
  /** Includes the list's ETag to send when reordering. */
  designList: (signal: AbortSignal) =>
    http.send<ListedDesign[]>({ method: "GET", kind: "query", path: "reports/get-reports", signal }),
  /** Includes the ETag to send with changes. */
  design: async (id: string, signal: AbortSignal) => {
    const path = `reports/get/with-columns/${encodeURIComponent(id)}`;
    return toEditable(await http.send<ReportWithColumns>({ method: "GET", kind: "query", path, signal }));
  },
  /** Returns the design as stored, with others' changes, and its new ETag. */
  updateDesign: async (body: UpdateReportPayload, ifMatch: string | null) =>
    toEditable(
      await http.send<ReportWithColumns>({ method: "PUT", kind: "command", path: "reports/update", body, ifMatch }),
    ),
  designPreview: (id: string, signal: AbortSignal) =>
    http.send<Preview>({
      method: "GET",
      kind: "query",
      path: `reportData/design-data/${encodeURIComponent(id)}`,
      signal,
    }),
  /** Sets an order's local status; refused if `seen` is no longer its current one. */
  setLocalStatus: (orderId: string, status: LocalStatus, seen: LocalStatus) =>
    request<LocalStatusOfOrder>({
      method: "PUT",
      kind: "command",
      path: "reportData/local-status",
      body: { OrderId: orderId, LocalStatus: status, Seen: seen },
      isBackground: true,
    }),
  /** Starts from a starter design; without one, with the usual columns. */
  createDesign: (starter?: string) =>
    command<ReportDesignItem>("reports/create-new", starter === undefined ? undefined : { Starter: starter }),
  /** Starters, each with its first rows. */
  starterDesigns: (signal: AbortSignal) =>
    get<z.infer<typeof StarterDesignData>[]>("reportData/starter-designs", { signal }),
  /** The first rows of a future file. Failures are silent: the page works without them. */
  generatePreview: (body: z.infer<typeof GeneratePreviewPayload>, signal: AbortSignal) =>
    request<Preview>({
      method: "POST",
      kind: "query",
      path: "reportData/generate-preview",
      body,
      signal,
      isBackground: true,
    }),
  /**
   * Attribute names by kind, most frequent in the shop's last orders first. Failures are silent: a name can be typed.
   */
  attributeNames: (signal: AbortSignal) =>
    request<AttributeNamesOnWire[]>({
      method: "GET",
      kind: "query",
      path: "reports/attributes",
      signal,
      isBackground: true,
    }),
  cloneDesign: (id: string) => command<ReportDesignItem>("reports/clone", id),
  /** Returns 'ok', or the title of an automated report that uses the design. */
  deleteDesign: (id: string) => command<string>("reports/delete", id),
  orderDesigns: (ids: readonly string[], ifMatch: string | null) =>
    http.send<boolean>({ method: "PUT", kind: "command", path: "reports/set-ordering", body: ids, ifMatch }),
});

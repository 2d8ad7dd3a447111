import { z } from "zod";
import { type Route, route } from "#application/http/route.ts";
import { collections, type ReportDesignDocument } from "#domain/read-models/documents.ts";
import { designOnWire } from "#domain/wire/reports/report-on-wire.ts";
import { reportWithColumns } from "#domain/wire/reports/report-with-columns.ts";
import { ListedDesignData, ReportDesignData, ReportWithColumnsData } from "#domain/wire/reports/reports.ts";
import type { QueryApiDeps } from "../deps.ts";
import { setListHeaders } from "../set-list-headers.ts";
import { attributesRoute } from "./attributes.ts";
import { designReads, readDesign, readDesignListEntry } from "./designs.ts";
import { listDesigns } from "./list-designs.ts";

const Id = z.strictObject({ id: z.string().min(1).max(100) });
const etag = ({ version }: { version: number }): string => `"${version}"`;

export const reportRoutes = (deps: QueryApiDeps): Route[] => [
  route({
    method: "GET",
    path: "reports/get-reports",
    summary:
      "Lists the shop's report designs in their order, each with its visible columns. The ETag is for the whole list",
    description: "x-stale: true means the list may be behind. Send its ETag with reports/set-ordering.",
    access: "shop",
    reads: designReads,
    data: z.array(ListedDesignData),
    handler: async (_input, call) => {
      const { found, isWhole } = await deps.readModels.findConsistent(collections.reportDesigns.name, {
        where: [{ field: "tenant", equals: call.caller.tenant }],
        sort: [{ field: "ordering" }],
      });
      const designs = found.map(({ document }) => document as ReportDesignDocument);
      setListHeaders(call, designs, isWhole);
      return listDesigns(deps, call.caller.tenant, designs);
    },
  }),
  route({
    method: "GET",
    path: "reports/get-report",
    summary: "Returns one report design. Send its ETag in If-Match with an update",
    description: "Has the title, grouping and splitter. Columns and their settings come from reports/get/with-columns.",
    refuses: ["unknown"],
    access: "shop",
    reads: designReads,
    query: Id,
    data: ReportDesignData,
    handler: async ({ query }, call) => {
      const design = await readDesignListEntry(deps, call.caller.tenant, query.id);
      call.setHeader("etag", etag(design));
      return designOnWire(design);
    },
  }),
  route({
    method: "GET",
    path: "reports/get/with-columns/{id}",
    summary: "Returns one report design with all columns. Send its ETag in If-Match with an update",
    description: "Shown columns come first, in their order, then the hidden ones. Settings of hidden columns are kept.",
    refuses: ["unknown"],
    access: "shop",
    reads: designReads,
    params: Id,
    data: ReportWithColumnsData,
    handler: async ({ params }, call) => {
      const found = await readDesign(deps, call.caller.tenant, params.id);
      call.setHeader("etag", etag(found));
      return reportWithColumns(found.design);
    },
  }),
  attributesRoute(deps),
];

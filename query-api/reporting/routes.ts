import { z } from "zod";
import { type Route, route } from "#application/http/route.ts";
import { collections, type ExportDocument } from "#domain/read-models/documents.ts";
import { ExportJobData } from "#domain/wire/reports/reporting.ts";
import type { QueryApiDeps } from "../deps.ts";
import { exportDetailsRoute } from "./details.ts";
import { toExportJob } from "./job.ts";

const exportsName = collections.exports.name;

const maxListLength = 200;

/** Lists manual exports, newest first; and exports by id, without unknown ones. */
export const reportingRoutes = (deps: QueryApiDeps): Route[] => [
  exportDetailsRoute(deps),
  route({
    method: "GET",
    path: "reporting/getExportList",
    summary: "The shop's manual exports, newest first",
    description:
      "At most 200 exports. PublicUrl is a signed link that works without a token; it's null until there is a file, and after it has expired.",
    access: "shop",
    reads: [exportsName],
    data: z.array(ExportJobData),
    handler: async (_input, { caller }) => {
      const found = await deps.readModels.find(exportsName, {
        where: [
          { field: "tenant", equals: caller.tenant },
          { field: "trigger", equals: "manual" },
        ],
        sort: [{ field: "createdAt", descending: true }],
        limit: maxListLength,
      });
      return Promise.all(found.map(({ document }) => toExportJob(deps, document as ExportDocument)));
    },
  }),
  route({
    method: "POST",
    path: "reporting/pollExportList",
    summary: "How the exports of these ids stand",
    description:
      "Ids that are unknown or belong to another shop are left out. Step and MaxStep tell how far an export is.",
    access: "shop",
    reads: [exportsName],
    body: z.array(z.string().max(100)).max(maxListLength),
    bare: "ids",
    data: z.array(ExportJobData),
    handler: async ({ body: ids }, { caller }) => {
      const found = await Promise.all([...new Set(ids)].map((id) => deps.readModels.get(exportsName, id)));
      const own = found
        .map((entry) => entry?.document as ExportDocument | undefined)
        .filter((document) => document !== undefined)
        .filter((document) => document.tenant === caller.tenant);
      return Promise.all(own.map((document) => toExportJob(deps, document)));
    },
  }),
];

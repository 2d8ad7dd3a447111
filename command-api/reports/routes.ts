import type { Route } from "#application/http/route.ts";
import { pickDesignContent } from "#domain/designs/design.ts";
import { designOnWire } from "#domain/wire/reports/report-on-wire.ts";
import { ReportDesignData } from "#domain/wire/reports/reports.ts";
import { designKind } from "#domain/workspace/designs/designs.ts";
import type { CommandApiDeps } from "../deps.ts";
import { createItemRoutes } from "../workspace/item-routes.ts";
import { createReportRoute } from "./create-new.ts";
import { updateReportRoute } from "./update.ts";

export const reportCommands = (deps: CommandApiDeps): Route[] => [
  createReportRoute(deps),
  updateReportRoute(deps),
  ...createItemRoutes(deps, {
    folder: "reports",
    kind: designKind,
    data: ReportDesignData,
    toWire: designOnWire,
    clone: (reportId, { reports: maxReports }) => ({ type: "CloneReportDesign", reportId, maxReports }),
    clonedIn: (event) => (event.type === "ReportDesignCloned" ? event.data : undefined),
    remove: (reportId) => ({ type: "DeleteReportDesign", reportId }),
    order: { list: "report designs", command: (base, wanted) => ({ type: "OrderReportDesigns", base, wanted }) },
    restore: (earlier, version, { reports: maxReports }) => ({
      type: "RestoreReportDesign",
      reportId: earlier.reportId,
      version,
      earlier: pickDesignContent(earlier),
      maxReports,
    }),
  }),
];

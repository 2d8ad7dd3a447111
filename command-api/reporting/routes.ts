import { createExportPermits } from "#application/admission/export-permits.ts";
import type { Route } from "#application/http/route.ts";
import type { CommandApiDeps } from "../deps.ts";
import { cancelExportRoute } from "./cancel-export.ts";
import { generateReportRoute } from "./generate-report.ts";
import { retryExportRoute } from "./retry-export.ts";
import { serializeRepeats } from "./serialize-repeats.ts";

/** New and repeated exports share one limit per shop. */
export const reportingCommands = (deps: CommandApiDeps): Route[] => {
  const permits = createExportPermits(deps);
  const asked = [generateReportRoute(deps, permits), retryExportRoute(deps, permits)];
  return [...asked.map((route) => serializeRepeats(deps, route)), cancelExportRoute(deps)];
};

import { createRoom } from "#application/exports/room.ts";
import type { Route } from "#application/http/route.ts";
import type { CommandApiDeps } from "../deps.ts";
import { cancelExportRoute } from "./cancel-export.ts";
import { generateReportRoute } from "./generate-report.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { retryExportRoute } from "./retry-export.ts";

/** All routes that change exports. New and repeated exports share one limit per shop. */
export const reportingCommands = (deps: CommandApiDeps): Route[] => {
  const room = createRoom(deps);
  const asked = [generateReportRoute(deps, room), retryExportRoute(deps, room)];
  return [...asked.map((route) => oneAtATime(deps, route)), cancelExportRoute(deps)];
};

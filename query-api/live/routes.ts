import type { Route } from "#application/http/route.ts";
import type { QueryApiDeps } from "../deps.ts";
import { liveEventsRoute } from "./live-events.ts";
import { liveTableRoute } from "./live-table.ts";
import { statusHistoryRoute } from "./status-history.ts";

/** The live page: its table, its order events, and the status history of its orders. */
export const liveRoutes = (deps: QueryApiDeps): Route[] => [
  liveTableRoute(deps),
  liveEventsRoute(deps),
  statusHistoryRoute(deps),
];

import type { Route } from "#application/http/route.ts";
import type { QueryApiDeps } from "../deps.ts";
import { liveEventsRoute } from "./live-events.ts";
import { liveTableRoute } from "./live-table.ts";
import { statusHistoryRoute } from "./status-history.ts";

/** Table, reported orders, and status history of the live page. */
export const liveRoutes = (deps: QueryApiDeps): Route[] => [
  liveTableRoute(deps),
  liveEventsRoute(deps),
  statusHistoryRoute(deps),
];

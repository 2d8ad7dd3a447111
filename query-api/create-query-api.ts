import type { Router } from "express";
import type { Route } from "#application/http/route.ts";
import type { Clock } from "#infra/ports/clock.ts";
import { anonymousRoutes } from "./anonymous.ts";
import { appDataRoutes } from "./app-data/routes.ts";
import { automationRoutes } from "./automations/routes.ts";
import { configurationRoutes } from "./configuration/routes.ts";
import type { QueryApiDeps } from "./deps.ts";
import { publicRouter } from "./files/public.ts";
import { fileRouter } from "./files/serve.ts";
import { filterRoutes } from "./filters/routes.ts";
import { historyRoutes } from "./history/routes.ts";
import { liveRoutes } from "./live/routes.ts";
import { locationNamesRoute } from "./locations/names.ts";
import { checkRoute } from "./orders/check.ts";
import { countRoutes } from "./orders/count.ts";
import { findOrdersRoutes } from "./orders/find-orders.ts";
import { selectedOrdersRoutes } from "./orders/selected-orders.ts";
import { whyMissingRoute } from "./orders/why-missing.ts";
import { findReceiversRoute } from "./privacy/find-receivers.ts";
import { customerRequestRoutes } from "./privacy/requests.ts";
import { reportDataRoutes } from "./report-data/routes.ts";
import { reportingRoutes } from "./reporting/routes.ts";
import { reportRoutes } from "./reports/routes.ts";
import { automationHistoryRoute } from "./runs/history.ts";
import { runRoute } from "./runs/run.ts";
import { slotsRoute } from "./runs/slots.ts";
import { impersonationSessionsRoute } from "./support/impersonation-sessions.ts";

/** Query side of the API: routes that only read, and the files. */
export const createQueryApi = (deps: QueryApiDeps & { trusted: Clock }): { routes: Route[]; routers: Router[] } => {
  // Schedulers and exporters set dates by this clock.
  const dated = { ...deps, clock: deps.trusted };
  return {
    routes: [
      ...anonymousRoutes(deps),
      ...reportRoutes(deps),
      ...reportDataRoutes(deps),
      ...liveRoutes(deps),
      ...filterRoutes(deps),
      ...automationRoutes(dated),
      ...historyRoutes(deps),
      locationNamesRoute(deps),
      ...appDataRoutes(deps),
      ...configurationRoutes(deps),
      ...reportingRoutes(dated),
      automationHistoryRoute(dated),
      slotsRoute(dated),
      runRoute(dated),
      ...countRoutes(deps),
      checkRoute(deps),
      whyMissingRoute(deps),
      ...selectedOrdersRoutes(deps),
      ...findOrdersRoutes(deps),
      findReceiversRoute(deps),
      ...customerRequestRoutes(deps),
      impersonationSessionsRoute(dated),
    ],
    routers: [fileRouter(dated), publicRouter(dated)],
  };
};

import { activityResource } from "./activity/activity.ts";
import { impersonateRoute } from "./acts/impersonate.ts";
import { jobRoutes } from "./acts/job-acts.ts";
import { keepFileRoute } from "./acts/keep-file.ts";
import { repeatExportRoute } from "./acts/repeat-export.ts";
import { restartReportRoute } from "./acts/restart-report.ts";
import { shopRoutes } from "./acts/shop-acts.ts";
import { alertsRoute } from "./alerts/alerts.ts";
import { frozenInputsRoutes } from "./as-of/frozen-inputs.ts";
import { createAsOfRoutes } from "./as-of/routes.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleRoute } from "./http/route.ts";
import { createResourceRoutes } from "./lists/resource.ts";
import { agentsResource } from "./resources/agents.ts";
import { automationsResource } from "./resources/automations.ts";
import { consoleActsResource } from "./resources/console-acts.ts";
import { deadJobsResource } from "./resources/dead-jobs.ts";
import { exportsResource } from "./resources/exports.ts";
import { healthChecksResource } from "./resources/health-checks.ts";
import { impersonationsResource } from "./resources/impersonations.ts";
import { mailsResource } from "./resources/mails.ts";
import { openJobsResource } from "./resources/open-jobs.ts";
import { parkedResource } from "./resources/parked.ts";
import { runsResource } from "./resources/runs.ts";
import { shopsResource } from "./resources/shops.ts";
import { throttledShopsResource } from "./resources/throttled-shops.ts";
import { unhealthyReportsResource } from "./resources/unhealthy-reports.ts";
import { webhooksResource } from "./resources/webhooks.ts";
import { orderExportsRoute } from "./search/order-exports.ts";
import { searchRoute } from "./search/search.ts";
import { sessionRoutes } from "./session/routes.ts";

/** Every call of the console with its role: the only table, which a test checks. */
export const consoleRoutes = (deps: ConsoleDeps): ConsoleRoute[] => {
  const resources = [
    shopsResource(deps),
    exportsResource(deps),
    automationsResource(deps),
    runsResource(deps),
    deadJobsResource(deps),
    openJobsResource(deps),
    unhealthyReportsResource(deps),
    parkedResource(deps),
    throttledShopsResource(deps),
    healthChecksResource(deps),
    webhooksResource(deps),
    mailsResource(deps),
    consoleActsResource(deps),
    agentsResource(deps),
    activityResource(deps),
    impersonationsResource(deps),
  ];
  return [
    ...sessionRoutes(deps),
    ...resources.flatMap((resource) => createResourceRoutes(deps, resource)),
    ...jobRoutes(deps),
    alertsRoute(deps),
    impersonateRoute(deps),
    ...createAsOfRoutes(deps),
    ...frozenInputsRoutes(deps),
    restartReportRoute(deps),
    repeatExportRoute(deps),
    keepFileRoute(deps),
    ...shopRoutes(deps),
    searchRoute(deps, resources),
    orderExportsRoute(deps),
  ];
};

import { askAgainRoute } from "./acts/ask-again.ts";
import { impersonateRoute } from "./acts/impersonate.ts";
import { jobRoutes } from "./acts/job-acts.ts";
import { keepFileRoute } from "./acts/keep-file.ts";
import { parkedRoute } from "./acts/parked-acts.ts";
import { restartReportRoute } from "./acts/restart-report.ts";
import { shopRoutes } from "./acts/shop-acts.ts";
import { madeOfRoutes } from "./as-of/made-of.ts";
import { asOfRoutes } from "./as-of/routes.ts";
import type { ConsoleDeps } from "./deps.ts";
import type { ConsoleRoute } from "./http/route.ts";
import { routesOf } from "./lists/resource.ts";
import { agentsResource } from "./resources/agents.ts";
import { automationsResource } from "./resources/automations.ts";
import { consoleActsResource } from "./resources/console-acts.ts";
import { deadJobsResource } from "./resources/dead-jobs.ts";
import { exportsResource } from "./resources/exports.ts";
import { impersonationsResource } from "./resources/impersonations.ts";
import { mailsResource } from "./resources/mails.ts";
import { measuresResource } from "./resources/measures.ts";
import { openJobsResource } from "./resources/open-jobs.ts";
import { parkedResource } from "./resources/parked.ts";
import { runsResource } from "./resources/runs.ts";
import { shopsResource } from "./resources/shops.ts";
import { throttledShopsResource } from "./resources/throttled-shops.ts";
import { troubledReportsResource } from "./resources/troubled-reports.ts";
import { webhooksResource } from "./resources/webhooks.ts";
import { orderExportsRoute } from "./search/order-exports.ts";
import { searchRoute } from "./search/search.ts";
import { sessionRoutes } from "./session/routes.ts";
import { signsRoute } from "./signs/signs.ts";
import { happeningsResource } from "./story/happenings.ts";
import { viewRoutes } from "./views/views.ts";

/** Every call of the console with its role: the only table, which a test checks. */
export const consoleRoutes = (deps: ConsoleDeps): ConsoleRoute[] => {
  const resources = [
    shopsResource(deps),
    exportsResource(deps),
    automationsResource(deps),
    runsResource(deps),
    deadJobsResource(deps),
    openJobsResource(deps),
    troubledReportsResource(deps),
    parkedResource(deps),
    throttledShopsResource(deps),
    measuresResource(deps),
    webhooksResource(deps),
    mailsResource(deps),
    consoleActsResource(deps),
    agentsResource(deps),
    happeningsResource(deps),
    impersonationsResource(deps),
  ];
  return [
    ...sessionRoutes(deps),
    ...resources.flatMap((resource) => routesOf(deps, resource)),
    ...jobRoutes(deps),
    parkedRoute(deps),
    signsRoute(deps),
    ...viewRoutes(deps, resources),
    impersonateRoute(deps),
    ...asOfRoutes(deps),
    ...madeOfRoutes(deps),
    restartReportRoute(deps),
    askAgainRoute(deps),
    keepFileRoute(deps),
    ...shopRoutes(deps),
    searchRoute(deps, resources),
    orderExportsRoute(deps),
  ];
};

import type { Router } from "express";
import { createBudgets } from "#application/admission/budget.ts";
import type { Route } from "#application/http/route.ts";
import type { Clock } from "#infra/ports/clock.ts";
import { acceptTermsRoute } from "./account/accept-terms.ts";
import { approveChargeRoute } from "./account/approve-charge.ts";
import { impersonateDebugRoute, impersonateRoute, impersonationSessionRoute } from "./account/impersonate.ts";
import { installRoute } from "./account/install.ts";
import { loginRoute } from "./account/login.ts";
import { loginCallbackRoute } from "./account/login-callback.ts";
import { askPermissionsRoute, permissionsRoute } from "./account/permissions.ts";
import { planRoute } from "./account/plan.ts";
import { selectTierRoute } from "./account/select-tier.ts";
import { logoutRoute, statusRoute } from "./account/status.ts";
import { setLiveRoute } from "./app-data/set-live.ts";
import { setManualExportRoute } from "./app-data/set-manual-export.ts";
import { automationCommands } from "./automations/routes.ts";
import { configurationCommands } from "./configuration/routes.ts";
import type { CommandApiDeps } from "./deps.ts";
import { filterCommands } from "./filters/routes.ts";
import { localStatusRoute } from "./report-data/local-status.ts";
import { reportingCommands } from "./reporting/routes.ts";
import { reportCommands } from "./reports/routes.ts";
import { supportAccessCommands } from "./support/access.ts";
import { sendMessageRoute } from "./support/send-message.ts";
import { webhookRouter } from "./webhooks/router.ts";
import { topics } from "./webhooks/topics.ts";

/** Routes that change something, and the platform's webhooks. */
export const createCommandApi = (
  parts: Omit<CommandApiDeps, "budgets"> & { trusted: Clock },
): { routes: Route[]; routers: Router[] } => {
  const deps: CommandApiDeps = { ...parts, budgets: createBudgets(parts.clock.steady) };
  // Starts and test runs need the schedulers' clock.
  const dated = { ...deps, clock: parts.trusted };
  return {
    routes: [
      loginRoute,
      installRoute,
      loginCallbackRoute,
      selectTierRoute,
      approveChargeRoute,
      acceptTermsRoute,
      statusRoute,
      planRoute,
      permissionsRoute,
      askPermissionsRoute,
      logoutRoute,
      impersonateRoute,
      impersonateDebugRoute,
      impersonationSessionRoute,
      setManualExportRoute,
      setLiveRoute,
      sendMessageRoute,
      localStatusRoute,
    ]
      .map((make) => make(deps))
      .concat(
        reportingCommands(deps),
        reportCommands(deps),
        filterCommands(deps),
        automationCommands(dated),
        configurationCommands(deps),
        supportAccessCommands(deps),
      ),
    routers: [webhookRouter(deps, topics)],
  };
};

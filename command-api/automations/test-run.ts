import { z } from "zod";
import type { LedgerCommand } from "#domain/automation/commands.ts";
import { ledgerDecider } from "#domain/automation/decider.ts";
import { openRunOf, settlementOf } from "#domain/automation/state.ts";
import { refuseTest, testedPeriod, testRunIdOf } from "#domain/automation/test-run.ts";
import { isRefusal } from "#domain/core/decider.ts";
import { refuseEmptyReport } from "#domain/reports/empty-report.ts";
import { lookAt, lookAtShop, type Seen } from "#infra/app/automations/look.ts";
import { sha256 } from "#infra/app/derive-id.ts";
import { freezeForClaim } from "#infra/app/exports/freeze-for-claim.ts";
import { unknown } from "#infra/app/http/api-error.ts";
import { route } from "#infra/app/http/route.ts";
import { stepId } from "../command-request.ts";
import type { CommandApiDeps } from "../deps.ts";
import { executeForMerchant } from "../execute-for-merchant.ts";
import { demandBudget } from "../reporting/request-export.ts";

/** Why no test run is made of a report as it is seen. @throws {ApiError} 404 also for one of another shop */
const refusalOf = ({ automation, outlook, workspace }: Seen) => {
  if (!automation) throw unknown("This automated report can't be found. Choose another one.");
  const design = workspace.state.reports.find(({ reportId }) => reportId === automation.reportId);
  return refuseTest(outlook) ?? (design && refuseEmptyReport(design));
};

/**
 * A test run is claimed like a slot's, with what it is made of frozen, and delivered for real. Its id derives from the command, so that a
 * repeat makes no second one.
 */
export const testAutomationRoute = (deps: CommandApiDeps) =>
  route({
    method: "POST",
    path: "automations/test-automation/",
    summary:
      "Makes a report of the newest past period now and delivers it, marked as a test; changes neither next_execution nor failed_tries",
    description: "The report must be started. One test runs at a time, and its result appears in the report's history.",
    refuses: ["rule", "unknown", "too-many"],
    access: "shop",
    body: z.string().max(100),
    bare: "id",
    data: z.null(),
    handler: async ({ body: automationId }, call) => {
      const { tenant } = call.caller;
      const { budgets, ids, state: stateStore, clock, config } = deps;
      const step = `test ${automationId}`;
      const run = testRunIdOf(sha256, automationId, stepId(call, tenant, step) ?? ids.uuid());
      const seen = await lookAt(deps, await lookAtShop(deps, tenant), automationId);
      const { phases, state, now } = seen.outlook;
      if (openRunOf(state, run) || settlementOf(state, run)) return null;
      const refused = refusalOf(seen);
      if (refused) return refused;
      budgets.tests.demand(tenant);
      await demandBudget(deps, tenant);
      const schedule = phases.at(-1)?.schedule;
      const tested = schedule && testedPeriod(schedule, now);
      if (!tested) throw new Error("A schedule without limits has no slot that has passed.");
      const { facts } = await freezeForClaim({ stateStore, clock, config }, seen, {
        run,
        cause: "test",
        ...tested,
      });
      const result = await executeForMerchant(deps, call, {
        decider: ledgerDecider,
        id: automationId,
        step,
        make: (context): LedgerCommand => ({ type: "ClaimExtraRun", cause: "test", run, ...tested, ...facts, context }),
      });
      if (isRefusal(result)) return result;
      if (!result.repeated) {
        budgets.tests.spend(tenant, 1);
        budgets.exports.spend(tenant, 1);
      }
      call.setPosition(result.position);
      return null;
    },
  });

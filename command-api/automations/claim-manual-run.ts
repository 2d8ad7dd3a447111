import { loadSchedulingState, loadShopSchedulingState } from "#application/automations/scheduling-state.ts";
import { freezeForClaim } from "#application/exports/freeze-for-claim.ts";
import { notFound } from "#application/http/api-error.ts";
import type { CallOf } from "#application/http/route.ts";
import { sha256 } from "#application/text/derive-id.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import type { LedgerCommand } from "#domain/ledger/commands.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import type { CatchUp, ManualCause } from "#domain/ledger/events.ts";
import { deriveManualRunId } from "#domain/ledger/manual-run.ts";
import type { PlanningContext } from "#domain/ledger/planning/next-decision.ts";
import { findOpenRun, findSettlement } from "#domain/ledger/state.ts";
import { refuseEmptyReport } from "#domain/reports/empty-report.ts";
import type { Schedule } from "#domain/schedule/schedule.ts";
import { stepId } from "../command-request.ts";
import type { CommandApiDeps } from "../deps.ts";
import { executeForMerchant } from "../execute-for-merchant.ts";
import { assertBudget } from "../reporting/request-export.ts";

type ManualRun = {
  automationId: string;
  cause: ManualCause;
  step: string;
  refuse(outlook: PlanningContext<Schedule>): Refusal | undefined;
  /** Slot and period to run. `repeats`: see {@link freezeForClaim}. */
  reportOf(outlook: PlanningContext<Schedule>): Pick<CatchUp, "slot" | "period"> & { repeats?: string };
};

/**
 * Claims a merchant's run, with frozen inputs. Its id derives from the command, so a repeat adds no run.
 * @throws {ApiError} 404 for an unknown report or one of another shop, 429 for too many within an hour
 */
export const claimManualRun = async (
  deps: CommandApiDeps,
  call: CallOf<"shop">,
  { automationId, cause, step, refuse, reportOf }: ManualRun,
): Promise<null | Refusal> => {
  const { tenant } = call.caller;
  const { budgets, ids, state: stateStore, clock, config } = deps;
  const run = deriveManualRunId(sha256, { automationId, cause, commandId: stepId(call, tenant, step) ?? ids.uuid() });
  const scheduling = await loadSchedulingState(deps, await loadShopSchedulingState(deps, tenant), automationId);
  const { automation, outlook, workspace } = scheduling;
  if (findOpenRun(outlook.state, run) || findSettlement(outlook.state, run)) return null;
  if (!automation) throw notFound("This automated report can't be found. Choose another one.");
  const design = workspace.state.reports.find(({ reportId }) => reportId === automation.reportId);
  const refused = refuse(outlook) ?? (design && refuseEmptyReport(design));
  if (refused) return refused;
  budgets.tests.assertAvailable(tenant);
  await assertBudget(deps, tenant);
  const report = reportOf(outlook);
  const { slot, period } = report;
  const { facts } = await freezeForClaim({ stateStore, clock, config }, scheduling, { run, cause, ...report });
  const result = await executeForMerchant(deps, call, {
    decider: ledgerDecider,
    id: automationId,
    step,
    make: (context): LedgerCommand => ({ type: "ClaimExtraRun", cause, run, slot, period, ...facts, context }),
  });
  if (isRefusal(result)) return result;
  if (!result.repeated) {
    budgets.tests.spend(tenant, 1);
    budgets.exports.spend(tenant, 1);
  }
  call.setPosition(result.position);
  return null;
};

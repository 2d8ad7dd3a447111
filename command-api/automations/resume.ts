import { loadShopSchedulingState, toSchedulingState } from "#application/automations/scheduling-state.ts";
import type { CallOf } from "#application/http/route.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import type { LedgerCommand } from "#domain/ledger/commands.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import type { ResumeChoice } from "#domain/ledger/events.ts";
import { scheduleFunctions } from "#domain/ledger/planning/schedule-functions.ts";
import { buildStart } from "#domain/ledger/planning/start-of-report.ts";
import type { CallBudget } from "../budget.ts";
import type { CommandApiDeps } from "../deps.ts";
import { executeForMerchant } from "../execute-for-merchant.ts";

/**
 * First step of a start (D-6): resumes the ledger, with the choice for the skipped time. The second enables the report.
 * Idempotent, in case the process dies in between.
 */
export const resumeLedger = async (
  deps: Pick<CommandApiDeps, "runner" | "clock" | "budgets">,
  call: CallOf<"shop">,
  { automationId, choice }: { automationId: string; choice: ResumeChoice },
  changes?: CallBudget,
): Promise<Refusal | undefined> => {
  const shop = await loadShopSchedulingState(deps, call.caller.tenant);
  const result = await executeForMerchant(deps, call, {
    decider: ledgerDecider,
    id: automationId,
    step: `resume ${automationId} ${choice}`,
    make: (context, state): LedgerCommand => {
      const { outlook } = toSchedulingState(shop, automationId, { state, now: context.instant });
      return { ...buildStart(outlook, choice, scheduleFunctions), context };
    },
    changes,
  });
  return isRefusal(result) ? result : undefined;
};

import type { CallBudget } from "#application/admission/budget.ts";
import { loadShopSchedulingState, toSchedulingState } from "#application/automations/scheduling-state.ts";
import type { CallOf } from "#application/http/route.ts";
import { isRefusal, type Refusal } from "#domain/core/decider.ts";
import type { LedgerCommand } from "#domain/ledger/commands.ts";
import { ledgerDecider } from "#domain/ledger/decider.ts";
import type { ResumeChoice } from "#domain/ledger/events.ts";
import { scheduleFunctions } from "#domain/ledger/planning/schedule-functions.ts";
import { buildStart } from "#domain/ledger/planning/start-of-report.ts";
import type { CommandApiDeps } from "../deps.ts";
import { executeForMerchant } from "../execute-for-merchant.ts";

/** Prevents enabling a report whose ledger has not resumed. */
class LedgerNotResumed extends Error {
  override name = "LedgerNotResumed";
}

/**
 * Starts a report in two steps (D-6): `resume` first, then `enable`, and neither if the start would be refused.
 * `enable` passes the decision of the start to its argument. A repeat needs no decision, so it resumes nothing.
 */
export const enableResumed = async <Result>(
  resume: () => Promise<Refusal | undefined>,
  enable: (assertResumed: (decision: readonly unknown[] | Refusal) => void) => Promise<Result>,
): Promise<Result | Refusal> => {
  try {
    return await enable((decision) => {
      if (!isRefusal(decision)) throw new LedgerNotResumed();
    });
  } catch (error) {
    if (!(error instanceof LedgerNotResumed)) throw error;
    return (await resume()) ?? enable(() => undefined);
  }
};

/**
 * Resumes the ledger, the first step of a start (D-6), with the choice for the skipped time. Idempotent, in case the
 * process dies before the second.
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

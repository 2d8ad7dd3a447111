import { type AutomationProgress, computeProgress, type EnabledState } from "#domain/ledger/automation-progress.ts";
import { scheduleFunctions } from "#domain/ledger/planning/schedule-functions.ts";
import { loadSchedulingState, loadShopSchedulingState, type SchedulingStateDeps } from "./scheduling-state.ts";

/**
 * Automated reports with progress and next run. Applies the scheduler's rule to the same streams, so it is never stale
 * (ADR 79).
 */
export const withProgress = async <Item extends EnabledState & { automationId: string }>(
  deps: SchedulingStateDeps,
  tenant: string,
  automations: readonly Item[],
): Promise<{ automation: Item; progress: AutomationProgress }[]> => {
  const shop = await loadShopSchedulingState(deps, tenant);
  return Promise.all(
    automations.map(async (automation) => {
      const { outlook } = await loadSchedulingState(deps, shop, automation.automationId);
      return { automation, progress: computeProgress(automation, outlook, scheduleFunctions) };
    }),
  );
};

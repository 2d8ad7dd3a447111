import { plannedSlots } from "#domain/ledger/planning/planned.ts";
import { type AutomationStanding, type Enabled, standingOf } from "#domain/ledger/standing.ts";
import { lookAt, lookAtShop, type Seeing } from "./look.ts";

/**
 * Standing and next run of a shop's automated reports. Applies the scheduler's rule to the same streams (ADR 79), so it
 * is never stale.
 */
export const withStandings = async <Told extends Enabled & { automationId: string }>(
  deps: Seeing,
  tenant: string,
  automations: readonly Told[],
): Promise<{ automation: Told; standing: AutomationStanding }[]> => {
  const shop = await lookAtShop(deps, tenant);
  return Promise.all(
    automations.map(async (automation) => {
      const { outlook } = await lookAt(deps, shop, automation.automationId);
      return { automation, standing: standingOf(automation, outlook, plannedSlots) };
    }),
  );
};

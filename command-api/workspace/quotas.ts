import { tiers } from "#domain/tiers/tiers.ts";
import type { ResourceRestrictions } from "#domain/wire/reporting.ts";
import { loadAuthorized } from "../account/account-data.ts";
import type { CommandApiDeps } from "../deps.ts";

/** What the shop's tier allows; nothing before there is a tier. */
export const quotasOf = async (deps: Pick<CommandApiDeps, "runner">, tenant: string): Promise<ResourceRestrictions> => {
  const { tier } = await loadAuthorized(deps, tenant);
  return tier ? tiers[tier.tier].quotas : { MaxReports: 0, MaxFilters: 0, MaxAutomations: 0 };
};

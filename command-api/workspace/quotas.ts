import { type Quotas, quotasOf } from "#domain/tiers/tiers.ts";
import { loadAuthorized } from "../account/account-data.ts";
import type { CommandApiDeps } from "../deps.ts";

/** What the shop's tier allows. */
export const loadQuotas = async (deps: Pick<CommandApiDeps, "runner">, tenant: string): Promise<Quotas> => {
  const { tier } = await loadAuthorized(deps, tenant);
  return quotasOf(tier?.tier);
};

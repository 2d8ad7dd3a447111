import { type Quotas, quotasOf } from "#domain/tiers/tiers.ts";
import { loadAuthorizedShop } from "#infra/app/session/authorized-shop.ts";
import type { CommandApiDeps } from "../deps.ts";

/** What the shop's tier allows. */
export const loadQuotas = async (deps: Pick<CommandApiDeps, "runner">, tenant: string): Promise<Quotas> => {
  const { tier } = await loadAuthorizedShop(deps, tenant);
  return quotasOf(tier?.tier);
};

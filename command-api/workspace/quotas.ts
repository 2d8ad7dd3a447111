import { loadAuthorizedShop } from "#application/session/assert-authorized-shop.ts";
import { getShopQuotas } from "#domain/shop/quotas.ts";
import type { Quotas } from "#domain/tiers/tiers.ts";
import type { CommandApiDeps } from "../deps.ts";

/** Quotas by the shop's tier, or set by support. */
export const loadQuotas = async (deps: Pick<CommandApiDeps, "runner">, tenant: string): Promise<Quotas> =>
  getShopQuotas(await loadAuthorizedShop(deps, tenant));

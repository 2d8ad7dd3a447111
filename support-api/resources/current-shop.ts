import { LoginAction } from "#domain/enumerations.ts";
import { determineChargeStatus } from "#domain/shop/charge-status.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import { shopFlags } from "#domain/shop/features.ts";
import { gateBetweenLogIns, getLoginAction } from "#domain/shop/login-action.ts";
import { getShopQuotas } from "#domain/shop/quotas.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import { getTierForPlan, type Quotas } from "#domain/tiers/tiers.ts";
import type { ConsoleShopChangeable, ConsoleShopDetails, ShopGate } from "#domain/wire/support/console.ts";
import { automationKind } from "#domain/workspace/automations/automations.ts";
import { workspaceDecider } from "#domain/workspace/decider.ts";
import { designKind } from "#domain/workspace/designs/designs.ts";
import { filterKind } from "#domain/workspace/filters/filters.ts";
import { resolveShopFlags } from "#infra/config/shop-flags.ts";
import type { ConsoleDeps } from "../deps.ts";

type Deps = Pick<ConsoleDeps, "runner" | "config">;

export const countUses = async ({ runner }: Pick<Deps, "runner">, tenant: string): Promise<Quotas> => {
  const { state } = await runner.load(workspaceDecider, tenant);
  return {
    reports: designKind.listed(state).length,
    filters: filterKind.listed(state).length,
    automations: automationKind.listed(state).length,
  };
};

const changeableOf = ({ config }: Deps, shop: AuthorizedShop, uses: Quotas): ConsoleShopChangeable => {
  const { tier, activeCharge, profile, quotas } = shop;
  const has = resolveShopFlags(config.SHOP_FLAGS, shop);
  return {
    tier: tier?.tier ?? null,
    tierBy: tier?.by ?? null,
    planTier: getTierForPlan(profile.plan),
    paysFor: activeCharge && { tier: activeCharge.tier, price: activeCharge.price },
    quotasSet: quotas !== null,
    uses,
    flags: shopFlags.map((flag) => ({ flag, on: has.includes(flag), said: shop.flags[flag] ?? null })),
  };
};

type CurrentShop = Pick<ConsoleShopDetails, "changeable" | "atLogIn"> &
  Partial<Pick<ConsoleShopDetails, "tier" | "gate" | "charge" | "chargeWaived" | "quotas" | "flags">>;

const gates: Readonly<Record<LoginAction, ShopGate>> = {
  [LoginAction.SelectTier]: "tier",
  [LoginAction.ActivateCharge]: "charge",
  [LoginAction.AcceptTermsEtc]: "terms",
  [LoginAction.Nothing]: "none",
};

/** Loads a shop from its streams, which include actions that a list may lack. */
export const loadCurrentShop = async (deps: Deps, tenant: string): Promise<CurrentShop> => {
  const { state } = await deps.runner.load(shopDecider, tenant);
  if (state.status !== "authorized") return { atLogIn: null, changeable: null };
  return {
    tier: state.tier?.tier ?? null,
    gate: gates[gateBetweenLogIns(state)],
    atLogIn: gates[getLoginAction(state)],
    charge: determineChargeStatus(state),
    chargeWaived: state.chargeWaived !== null,
    quotas: getShopQuotas(state),
    flags: resolveShopFlags(deps.config.SHOP_FLAGS, state),
    changeable: changeableOf(deps, state, await countUses(deps, tenant)),
  };
};

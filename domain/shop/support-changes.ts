import { type Refusal, refuse } from "../core/decider.ts";
import { isJsonEqual } from "../core/is-json-equal.ts";
import { describeQuotas } from "../tiers/quota-text.ts";
import { getTierForPlan, type Tier, tiers } from "../tiers/tiers.ts";
import type { ShopCommand } from "./commands.ts";
import type { ShopEvent } from "./events.ts";
import { getShopQuotas } from "./quotas.ts";
import type { AuthorizedShop } from "./state.ts";

/** Changes by support (ADR 102). Stale views are refused; changes without effect emit no event. */

type Decision = readonly ShopEvent[] | Refusal;
type CommandOf<Type extends ShopCommand["type"]> = Extract<ShopCommand, { type: Type }>;

const refuseStale = (what: string, now: string): Refusal =>
  refuse(
    "conflict",
    `${what} ${now} now. Somebody changed that in the meantime. Cancel, check the page and try again.`,
  );

const monthlyPriceOf = (tier: Tier): number => Number(tiers[tier].monthlyPrice);

/** The shop would keep paying its larger charge, which a new one would replace. */
const refuseWaiver = (tier: Tier, { activeCharge }: AuthorizedShop): Refusal | undefined => {
  if (activeCharge === null || monthlyPriceOf(tier) > Number(activeCharge.price)) return undefined;
  return refuse(
    "rule",
    activeCharge.tier === tier
      ? `The shop pays for the tier ${tier} already. There is no charge to waive.`
      : `The charge for ${tier} is smaller than the one the shop pays. Don't waive it, or the shop goes on paying the larger one.`,
  );
};

/** `tier` null: by the store's plan. A tier of another price is charged at the next login, unless waived. */
export const changeTier = ({ tier, seen, waive = false }: CommandOf<"ChangeTier">, shop: AuthorizedShop): Decision => {
  const now = shop.tier?.tier ?? null;
  if (seen !== undefined && seen !== now) return refuseStale("The tier is", now ?? "none yet");
  const selected =
    tier === null
      ? ({ tier: getTierForPlan(shop.profile.plan), by: "plan" } as const)
      : ({ tier, by: "support" } as const);
  const refusal = waive ? refuseWaiver(selected.tier, shop) : undefined;
  if (refusal) return refusal;
  const selection: ShopEvent[] = isJsonEqual(selected, shop.tier) ? [] : [{ type: "TierSelected", data: selected }];
  const { tier: to } = selected;
  // A waiver ends with its tier; setting the tier again must repeat it.
  const isSaid = (waive || shop.chargeWaived === to) && (selection.length > 0 || shop.chargeWaived !== to);
  return [...selection, ...(isSaid ? [{ type: "ChargeWaived", data: { tier: to } } as const] : [])];
};

/** Waives the charge of the shop's present tier. */
export const waiveCharge = ({ seen }: CommandOf<"WaiveCharge">, shop: AuthorizedShop): Decision => {
  const tier = shop.tier?.tier ?? null;
  if (seen !== tier) return refuseStale("The tier is", tier ?? "none yet");
  if (tier === null) return refuse("rule", "The shop has no tier yet, so it has no charge.");
  if (shop.chargeWaived === tier) return [];
  return refuseWaiver(tier, shop) ?? [{ type: "ChargeWaived", data: { tier } }];
};

export const endWaiver = (shop: AuthorizedShop): Decision =>
  shop.chargeWaived === null ? [] : [{ type: "ChargeWaiverEnded", data: { tier: shop.chargeWaived } }];

/** `quotas` null: the tier's. */
export const changeQuotas = ({ quotas, seen }: CommandOf<"ChangeQuotas">, shop: AuthorizedShop): Decision => {
  const now = getShopQuotas(shop);
  if (!isJsonEqual(seen, now)) return refuseStale("The quotas are", describeQuotas(now));
  return isJsonEqual(quotas, shop.quotas) ? [] : [{ type: "QuotasChanged", data: { quotas } }];
};

const settingLabel = (value: boolean | null): string => (value === null ? "as the settings say" : value ? "on" : "off");

/** `value` null: by the installation's settings. */
export const changeFlag = ({ flag, value, seen }: CommandOf<"ChangeFlag">, { flags }: AuthorizedShop): Decision => {
  const now = flags[flag] ?? null;
  if (seen !== now) return refuseStale(`The flag ${flag} is`, settingLabel(now));
  return value === now ? [] : [{ type: "FlagChanged", data: { flag, value } }];
};

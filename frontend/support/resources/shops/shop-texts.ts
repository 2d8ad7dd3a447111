import { formatQuotaCount, quotaKinds } from "#domain/tiers/quota-text.ts";
import { chargeCurrency, getQuotas, type Quotas, type Tier, tiers } from "#domain/tiers/tiers.ts";
import type { ConsoleShopChangeable, ConsoleShopDetails } from "#domain/wire/support/console.ts";

/** Texts about a shop's charges, and about an action's effect on its merchant, shown before it is done. */

const price = (tier: Tier): number => Number(tiers[tier].monthlyPrice);

/** True if a tier costs more than the shop pays now; only then a charge can be waived. */
export const costsMore = (tier: Tier, { paysFor }: ConsoleShopChangeable): boolean =>
  paysFor === null || price(tier) > Number(paysFor.price);

/** Choice of the plan's tier. */
export const byPlan = "plan";

export const tierText = ({ tier, tierBy }: ConsoleShopChangeable): string => {
  if (tier === null) return "The shop has no tier yet.";
  return `The tier is ${tier} now, ${tierBy === "support" ? "set by support" : "as the store's plan says"}.`;
};

/** Choices for a shop's tier, without the current one. A tier set by support stays when the plan changes. */
export const tierChoices = ({ tier, tierBy, planTier }: ConsoleShopChangeable): { id: string; name: string }[] => {
  const isNow = (by: typeof tierBy, id: Tier) => tierBy === by && tier === id;
  return [
    ...(Object.keys(tiers) as Tier[])
      .filter((id) => !isNow("support", id))
      .map((id) => ({ id, name: isNow("plan", id) ? `${id}, also when the store's plan changes` : id })),
    ...(isNow("plan", planTier) ? [] : [{ id: byPlan, name: `As the store's plan says (${planTier})` }]),
  ];
};

export const paysText = ({ paysFor }: ConsoleShopChangeable): string =>
  paysFor === null
    ? "The shop pays nothing now."
    : `The shop pays ${paysFor.price} ${chargeCurrency} for ${paysFor.tier} now.`;

/** Before loading, a page knows only a list's fields. */
type Known = Pick<ConsoleShopDetails, "tier" | "gate" | "charge" | "chargeWaived"> &
  Partial<Pick<ConsoleShopDetails, "atLogIn" | "changeable">>;

/** The state of a shop's charge, with its current payment. */
export const chargeNow = ({ charge, chargeWaived, changeable }: Known): string => {
  const paysFor = changeable?.paysFor;
  return [
    charge,
    ...(paysFor ? [`pays ${paysFor.price} ${chargeCurrency} for ${paysFor.tier}`] : []),
    ...(chargeWaived ? ["waived by support"] : []),
  ].join(", ");
};

/** The merchant's next login: what it asks for, and if Sheaf is closed to them until then. */
export const logInText = ({ tier, gate, atLogIn, changeable }: Known): string => {
  if (atLogIn === undefined) return "";
  if (atLogIn === null || !changeable) return "The shop isn't connected.";
  switch (atLogIn) {
    case "tier":
      return `Gives it the tier ${changeable.planTier}, as the store's plan says.`;
    case "charge": {
      const asked = `Asks to approve ${tiers[tier as Tier].monthlyPrice} ${chargeCurrency} for 30 days, for ${tier}.`;
      return `${asked} ${gate === "charge" ? "Until then they can't use Sheaf." : "Until then they can keep using Sheaf."}`;
    }
    case "terms":
      return "Asks to accept the terms.";
    case "none":
      return "Asks for nothing.";
  }
};

/** Says what the merchant will be charged, and when. */
export const chargeText = (tier: Tier, shop: ConsoleShopChangeable, waived: boolean): string => {
  const { paysFor } = shop;
  const now = paysFor === null ? "nothing" : `${paysFor.price} ${chargeCurrency} for ${paysFor.tier}`;
  if (paysFor?.tier === tier) return `The shop pays for ${tier} already, so there is no new charge.`;
  if (waived) return `The shop keeps paying ${now}, without a new charge.`;
  const asked = `${tiers[tier].monthlyPrice} ${chargeCurrency} for 30 days`;
  return paysFor === null
    ? `The shop pays nothing now. Until the merchant logs in and approves ${asked}, they can't use Sheaf and their reports don't run.`
    : `The shop pays ${now}. At the next login the merchant is asked to approve ${asked}. Until then they can keep using Sheaf.`;
};

/** Warns if the shop would exceed its quotas; null if not. */
export const overText = (tier: Tier, { uses, quotasSet }: ConsoleShopChangeable): string | null => {
  if (quotasSet) return null;
  const quotas: Quotas = getQuotas(tier);
  const over = quotaKinds.filter((kind) => uses[kind] > quotas[kind]);
  if (over.length === 0) return null;
  const has = over.map((kind) => `${formatQuotaCount(kind, uses[kind])} (${tier} allows ${quotas[kind]})`).join(", ");
  return `The shop has ${has}. Nothing is deleted, but the merchant can't add more.`;
};

import { LoginAction } from "../enumerations.ts";
import { getTierForPlan, type Tier } from "../tiers/tiers.ts";
import type { AuthorizedShop } from "./state.ts";

/** Returns support's choice, else the platform plan's. */
const requiredTierOf = (shop: AuthorizedShop): Tier =>
  shop.tier?.by === "support" ? shop.tier.tier : getTierForPlan(shop.profile.plan);

const firstGate = (shop: AuthorizedShop, hasPaid: boolean): LoginAction => {
  if (shop.tier?.tier !== requiredTierOf(shop)) return LoginAction.SelectTier;
  if (!hasPaid) return LoginAction.ActivateCharge;
  if (shop.terms.status !== "accepted") return LoginAction.AcceptTermsEtc;
  return LoginAction.Nothing;
};

/** True if the shop pays for its tier, or support has waived that. */
const isPaid = ({ tier, activeCharge, chargeWaived }: AuthorizedShop): boolean =>
  activeCharge?.tier === tier?.tier || (chargeWaived !== null && chargeWaived === tier?.tier);

/**
 * True after a change by support: the existing charge counts until the next login asks for the new one, so support
 * never locks out a merchant or stops a report (ADR 102). A plan's tier needs its charge at once.
 */
const isChargedLater = ({ activeCharge, chargedLater }: AuthorizedShop): boolean =>
  activeCharge !== null && chargedLater;

/** The first gate not passed at login: tier, charge, terms. */
export const getLoginAction = (shop: AuthorizedShop): LoginAction => firstGate(shop, isPaid(shop));

/** The first gate that blocks calls and automated reports. A charge due at the next login doesn't. */
export const gateBetweenLogIns = (shop: AuthorizedShop): LoginAction =>
  firstGate(shop, isPaid(shop) || isChargedLater(shop));

/** Address where the merchant approves the tier's charge; null if none was requested yet. */
export const getActivationUrl = (shop: AuthorizedShop): string | null =>
  shop.pendingCharge && shop.pendingCharge.tier === shop.tier?.tier ? shop.pendingCharge.confirmationUrl : null;

import { LoginAction } from "../enumerations.ts";
import { type Tier, tierOfPlan } from "../tiers/tiers.ts";
import type { AuthorizedShop } from "./state.ts";

/** The tier that the shop should have: support's choice, else what its plan on the platform says. */
const dueTierOf = (shop: AuthorizedShop): Tier =>
  shop.tier?.by === "support" ? shop.tier.tier : tierOfPlan(shop.profile.plan);

const firstGate = (shop: AuthorizedShop, hasPaid: boolean): LoginAction => {
  if (shop.tier?.tier !== dueTierOf(shop)) return LoginAction.SelectTier;
  if (!hasPaid) return LoginAction.ActivateCharge;
  if (shop.terms.status !== "accepted") return LoginAction.AcceptTermsEtc;
  return LoginAction.Nothing;
};

/** It pays for its tier, or support has waived that. */
const isPaid = ({ tier, activeCharge, chargeWaived }: AuthorizedShop): boolean =>
  activeCharge?.tier === tier?.tier || (chargeWaived !== null && chargeWaived === tier?.tier);

/**
 * Until a log-in asks for the charge of what support did, the one that there is counts, so that nobody is kept from their work, and no report left out,
 * by support (ADR 102). A tier of the plan comes with a log-in, and waits for its charge at once.
 */
const isChargedLater = ({ activeCharge, chargedLater }: AuthorizedShop): boolean =>
  activeCharge !== null && chargedLater;

/** The first gate that a shop has not passed when it logs in, in the order of R-11: tier, charge, terms. */
export const loginActionOf = (shop: AuthorizedShop): LoginAction => firstGate(shop, isPaid(shop));

/** The same for calls and automated reports: what a log-in is to ask for keeps them from nothing before. */
export const gateBetweenLogIns = (shop: AuthorizedShop): LoginAction =>
  firstGate(shop, isPaid(shop) || isChargedLater(shop));

/** Where the merchant approves the charge that the tier asks for; null when none was requested yet. */
export const activationUrlOf = (shop: AuthorizedShop): string | null =>
  shop.pendingCharge && shop.pendingCharge.tier === shop.tier?.tier ? shop.pendingCharge.confirmationUrl : null;

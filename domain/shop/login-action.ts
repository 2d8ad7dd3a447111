import { LoginAction } from "../enumerations.ts";
import { type Tier, tierOfPlan } from "../tiers/tiers.ts";
import type { AuthorizedShop } from "./state.ts";

/** The tier that the shop should have: support's choice, else what its plan on the platform says. */
export const dueTierOf = (shop: AuthorizedShop): Tier =>
  shop.tier?.by === "support" ? shop.tier.tier : tierOfPlan(shop.profile.plan);

/** The first gate a shop has not passed, in the order of R-11: tier, charge, terms. */
export const loginActionOf = (shop: AuthorizedShop): LoginAction => {
  if (shop.tier?.tier !== dueTierOf(shop)) return LoginAction.SelectTier;
  if (shop.activeCharge?.tier !== shop.tier.tier) return LoginAction.ActivateCharge;
  if (shop.terms.status !== "accepted") return LoginAction.AcceptTermsEtc;
  return LoginAction.Nothing;
};

/** Where the merchant approves the charge that the tier asks for; null when none was requested yet. */
export const activationUrlOf = (shop: AuthorizedShop): string | null =>
  shop.pendingCharge && shop.pendingCharge.tier === shop.tier?.tier ? shop.pendingCharge.confirmationUrl : null;

import type { AuthorizedShop } from "./state.ts";

/** Lifetime, ms: half of the platform's two days (P-2), so the merchant has a day to approve. */
const chargeLifetimeMs = 86_400_000;

/** Price of a charge. */
export type ChargeTerms = { price: string; currency: string };

/**
 * The charge that the merchant can still approve: of the shop's tier and these terms, requested within a day of
 * `instant` (ISO UTC). Undefined: request another one, because the platform's list doesn't show declined charges.
 */
export const findWaitingCharge = (
  { tier, pendingCharge }: Pick<AuthorizedShop, "tier" | "pendingCharge">,
  { price, currency }: ChargeTerms,
  instant: string,
): AuthorizedShop["pendingCharge"] | undefined => {
  if (!pendingCharge || pendingCharge.tier !== tier?.tier) return undefined;
  if (pendingCharge.price !== price || pendingCharge.currency !== currency) return undefined;
  // The clock may have been set back since the request.
  const age = Math.abs(Date.parse(instant) - Date.parse(pendingCharge.requestedAt));
  return age < chargeLifetimeMs ? pendingCharge : undefined;
};

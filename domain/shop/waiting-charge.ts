import type { AuthorizedShop } from "./state.ts";

/** The platform lets a charge wait for two days (P-2), ms. Half of that leaves the merchant a day to approve it. */
const goodFor = 86_400_000;

/** What a charge costs. */
export type ChargeTerms = { price: string; currency: string };

/**
 * The charge that the merchant can still be sent to approve: of the tier that the shop has, of these terms, requested within a day of
 * `instant` (ISO UTC). Undefined: another has to be requested. It may have been declined, of which the platform's list says nothing: so the
 * next log-in requests a new one.
 */
export const waitingChargeOf = (
  { tier, pendingCharge }: Pick<AuthorizedShop, "tier" | "pendingCharge">,
  { price, currency }: ChargeTerms,
  instant: string,
): AuthorizedShop["pendingCharge"] | undefined => {
  if (!pendingCharge || pendingCharge.tier !== tier?.tier) return undefined;
  if (pendingCharge.price !== price || pendingCharge.currency !== currency) return undefined;
  // Either way: a time ahead of ours was written before the clock was set back.
  const age = Math.abs(Date.parse(instant) - Date.parse(pendingCharge.requestedAt));
  return age < goodFor ? pendingCharge : undefined;
};

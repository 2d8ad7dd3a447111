import { resolveZone } from "#domain/dates/resolve-zone.ts";
import { LoginAction } from "#domain/enumerations.ts";
import { dayMs } from "#domain/retention/retention.ts";
import { gateBetweenLogIns, getActivationUrl } from "#domain/shop/login-action.ts";
import type { AuthorizedShop } from "#domain/shop/state.ts";
import { chargeCurrency, tiers, trialDays } from "#domain/tiers/tiers.ts";
import type { Account, ChargeState, LoginResponse } from "#domain/wire/account/account.ts";
import type { CommandApiDeps } from "../deps.ts";

/** Returns the account for the browser. An erased e-mail address is null. */
export const loadAccount = async ({ vault }: Pick<CommandApiDeps, "vault">, shop: AuthorizedShop): Promise<Account> => {
  const email = await vault.read(shop.profile.emailRef);
  const { ianaTimezone } = shop.profile;
  const zone = resolveZone(ianaTimezone);
  return {
    name: shop.shop,
    email: typeof email === "string" ? email : null,
    id: shop.tenant,
    iana_timezone: zone,
    ...(zone === ianaTimezone ? {} : { unknown_timezone: ianaTimezone }),
    date_format: shop.preferences.UserDateFormat,
    accept_terms_etc: shop.terms.status === "accepted" ? shop.terms.acceptedAt : null,
    accepts_marketing: shop.acceptsMarketing,
    tier: shop.tier?.tier ?? null,
  };
};

/** Next gate of the shop, with the charge's address if that is the gate. */
export const toLoginAction = (shop: AuthorizedShop): LoginResponse["LoginAction"] => {
  const Action = gateBetweenLogIns(shop);
  return { Action, ActivationUrl: Action === LoginAction.ActivateCharge ? getActivationUrl(shop) : null };
};

/** Returns when the active charge's trial ends or ended, ISO UTC; null without one. */
export const findTrialEnd = ({ activeCharge }: Pick<AuthorizedShop, "activeCharge">): string | null =>
  activeCharge ? new Date(Date.parse(activeCharge.activatedAt) + trialDays * dayMs).toISOString() : null;

/** State of the charge. A waived charge costs what the shop already pays. */
export const toChargeState = ({ tier, activeCharge, pendingCharge, chargeWaived }: AuthorizedShop): ChargeState => {
  if (tier && chargeWaived === tier.tier) {
    const { price = "0.00", currency = chargeCurrency } = activeCharge ?? {};
    return { Status: activeCharge ? "active" : "none", Price: price, Currency: currency, TrialDays: trialDays };
  }
  const current = [
    { charge: activeCharge, Status: "active" as const },
    { charge: pendingCharge, Status: "pending" as const },
  ].find(({ charge }) => charge !== null && charge.tier === tier?.tier);
  return {
    Status: current?.Status ?? "none",
    Price: current?.charge?.price ?? (tier ? tiers[tier.tier].monthlyPrice : null),
    Currency: current?.charge?.currency ?? chargeCurrency,
    TrialDays: trialDays,
  };
};

/** Response of loginCallback, select-tier and approveClientCharge. */
export const createLoginResponse = async (
  deps: Pick<CommandApiDeps, "vault">,
  shop: AuthorizedShop,
  token: string,
): Promise<LoginResponse> => ({ Shop: await loadAccount(deps, shop), Token: token, LoginAction: toLoginAction(shop) });

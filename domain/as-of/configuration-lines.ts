import { hiddenSaid } from "../filters/hidden.ts";
import { quotasSaid } from "../happenings/account-words.ts";
import { preferenceNames, preferenceValue } from "../shop/preference-words.ts";
import type { Preferences } from "../shop/preferences.ts";
import type { ShopAccount, ShopState } from "../shop/state.ts";
import type { Line } from "./line.ts";

const line = (name: string, value: unknown, said: string): Line => ({ key: name, name, value, said });

/** The preferences that affect a shop's files. */
export const preferenceLines = (preferences: Preferences): Line[] =>
  (Object.keys(preferenceNames) as (keyof Preferences)[]).map((name) =>
    line(preferenceNames[name], preferences[name], preferenceValue(name, preferences[name])),
  );

const chargeSaid = ({ activeCharge, pendingCharge }: ShopAccount): string => {
  if (pendingCharge !== null) return "waits for approval";
  return activeCharge === null ? "none" : `${activeCharge.price} ${activeCharge.currency}`;
};

const flagsSaid = (flags: ShopAccount["flags"]): string =>
  Object.entries(flags)
    .map(([flag, value]) => `${flag} ${value ? "on" : "off"}`)
    .join(", ") || "none";

const termsSaid = ({ terms }: ShopAccount): string =>
  terms.status === "open" ? "not answered" : `of ${terms.version}: ${terms.status}`;

const ofAccount = (account: ShopAccount): Line[] => {
  const { profile, tier, activeCharge, pendingCharge, chargeWaived, quotas, flags } = account;
  const { terms, acceptsMarketing, preferences, alertAddress } = account;
  return [
    line(
      "Tier",
      tier,
      tier === null ? "none" : `${tier.tier}, by ${tier.by === "plan" ? "the shop's plan" : "support"}`,
    ),
    line("Charge", [activeCharge?.subscriptionId, pendingCharge?.subscriptionId], chargeSaid(account)),
    line("Charge waived", chargeWaived, chargeWaived === null ? "no" : `of the tier ${chargeWaived}`),
    line("Quotas", quotas, quotas === null ? "those of the tier" : quotasSaid(quotas)),
    line("Flags set by support", flags, flagsSaid(flags)),
    line("Terms", [terms.status, "version" in terms && terms.version], termsSaid(account)),
    line("News by e-mail", acceptsMarketing, acceptsMarketing ? "allowed" : "not allowed"),
    line("Name", profile.name, profile.name),
    line("Plan", profile.plan, profile.plan),
    line("Time zone", profile.ianaTimezone, profile.ianaTimezone),
    line("Currency", profile.currencyCode, profile.currencyCode),
    line("Permissions", account.scopes, account.scopes.join(", ")),
    line("Alerts go to", alertAddress, alertAddress === "" ? "the shop's own address" : hiddenSaid(1, "an address")),
    ...preferenceLines(preferences),
  ];
};

const statusSaid: Readonly<Record<ShopState["status"], string>> = {
  unknown: "not here yet",
  installed: "waits for consent",
  authorized: "connected",
  uninstalled: "uninstalled",
  erased: "erased",
};

/** A shop's account and preferences, one line per field. Addresses are hidden. */
export const configurationLines = (state: ShopState): Line[] => [
  line("State", state.status, statusSaid[state.status]),
  ...(state.status === "authorized" || state.status === "uninstalled" ? ofAccount(state) : []),
];

import { describeQuotaCounts } from "../activity/describe-account-event.ts";
import { describeHidden } from "../filters/hidden.ts";
import { formatPreference, preferenceNames } from "../shop/preference-labels.ts";
import type { Preferences } from "../shop/preferences.ts";
import type { ShopAccount, ShopState } from "../shop/state.ts";
import type { DescribedField } from "./described-field.ts";

const describeField = (name: string, value: unknown, text: string): DescribedField => ({
  key: name,
  name,
  value,
  text,
});

/** Describes the preferences that affect a shop's files. */
export const describePreferenceFields = (preferences: Preferences): DescribedField[] =>
  (Object.keys(preferenceNames) as (keyof Preferences)[]).map((name) =>
    describeField(preferenceNames[name], preferences[name], formatPreference(name, preferences[name])),
  );

const describeCharge = ({ activeCharge, pendingCharge }: ShopAccount): string => {
  if (pendingCharge !== null) return "waits for approval";
  return activeCharge === null ? "none" : `${activeCharge.price} ${activeCharge.currency}`;
};

const describeFlags = (flags: ShopAccount["flags"]): string =>
  Object.entries(flags)
    .map(([flag, value]) => `${flag} ${value ? "on" : "off"}`)
    .join(", ") || "none";

const describeTerms = ({ terms }: ShopAccount): string =>
  terms.status === "open" ? "not answered" : `of ${terms.version}: ${terms.status}`;

const describeAccountFields = (account: ShopAccount): DescribedField[] => {
  const { profile, tier, activeCharge, pendingCharge, chargeWaived, quotas, flags } = account;
  const { terms, acceptsMarketing, preferences, alertAddress } = account;
  return [
    describeField(
      "Tier",
      tier,
      tier === null ? "none" : `${tier.tier}, by ${tier.by === "plan" ? "the shop's plan" : "support"}`,
    ),
    describeField("Charge", [activeCharge?.subscriptionId, pendingCharge?.subscriptionId], describeCharge(account)),
    describeField("Charge waived", chargeWaived, chargeWaived === null ? "no" : `of the tier ${chargeWaived}`),
    describeField("Quotas", quotas, quotas === null ? "those of the tier" : describeQuotaCounts(quotas)),
    describeField("Flags set by support", flags, describeFlags(flags)),
    describeField("Terms", [terms.status, "version" in terms && terms.version], describeTerms(account)),
    describeField("News by e-mail", acceptsMarketing, acceptsMarketing ? "allowed" : "not allowed"),
    describeField("Name", profile.name, profile.name),
    describeField("Plan", profile.plan, profile.plan),
    describeField("Time zone", profile.ianaTimezone, profile.ianaTimezone),
    describeField("Currency", profile.currencyCode, profile.currencyCode),
    describeField("Permissions", account.scopes, account.scopes.join(", ")),
    describeField(
      "Alerts go to",
      alertAddress,
      alertAddress === "" ? "the shop's own address" : describeHidden(1, "an address"),
    ),
    ...describePreferenceFields(preferences),
  ];
};

const statusText: Readonly<Record<ShopState["status"], string>> = {
  unknown: "not here yet",
  installed: "waits for consent",
  authorized: "connected",
  uninstalled: "uninstalled",
  erased: "erased",
};

/** Describes a shop's account and preferences, one line per field. Addresses are hidden. */
export const describeConfigurationFields = (state: ShopState): DescribedField[] => [
  describeField("State", state.status, statusText[state.status]),
  ...(state.status === "authorized" || state.status === "uninstalled" ? describeAccountFields(state) : []),
];

import type { DomainEvent, EventSchemas } from "../core/message.ts";
import type { Quotas, Tier } from "../tiers/tiers.ts";
import type { ShopFlag } from "./features.ts";
import type { Preferences } from "./preferences.ts";

/** The e-mail address is personal: a vault reference. */
export type ShopProfileFacts = {
  platformId: string;
  name: string;
  emailRef: string;
  myshopifyDomain: string;
  ianaTimezone: string;
  currencyCode: string;
  moneyFormat: string;
  weightUnit: string;
  taxesIncluded: boolean;
  plan: string;
  primaryLocale: string;
};

/** Status of a shop's charge: none, requested or paid. */
export type ChargeStatus = "none" | "pending" | "active";

/**
 * Stream `shop-{tenant}`. Subscribers: upkeep to `ChargeActivated` (upkeep/check-subscriptions.ts) and
 * `ShopUninstalled` (upkeep/privacy/privacy-task.ts), the scheduler to zones and charges (scheduler/reactions.ts).
 * Projected into `shops`.
 */
export type ShopEvent =
  | DomainEvent<"ShopInstalled", { tenant: string; shop: string }>
  | DomainEvent<"ShopAuthorized", { scopes: string[]; profile: ShopProfileFacts }>
  | DomainEvent<"ShopProfileChanged", { profile: ShopProfileFacts }>
  | DomainEvent<"TierSelected", { tier: Tier; by: "plan" | "support" }>
  | DomainEvent<
      "ChargeRequested",
      { subscriptionId: string; tier: Tier; price: string; currency: string; confirmationUrl: string }
    >
  | DomainEvent<"ChargeActivated", { subscriptionId: string }>
  /** `left`: the shop's charge afterwards. */
  | DomainEvent<"ChargeEnded", { subscriptionId: string; status: string; left: ChargeStatus }>
  /** Waived by support, while the shop has this tier. */
  | DomainEvent<"ChargeWaived", { tier: Tier }>
  | DomainEvent<"ChargeWaiverEnded", { tier: Tier }>
  /** Set by support; null goes back to the tier's quotas. */
  | DomainEvent<"QuotasChanged", { quotas: Quotas | null }>
  /** Set by support; overrides the setting SHOP_FLAGS. Null goes back to the setting. */
  | DomainEvent<"FlagChanged", { flag: ShopFlag; value: boolean | null }>
  | DomainEvent<"TermsAccepted", { version: string; acceptsMarketing: boolean }>
  | DomainEvent<"TermsDeclined", { version: string }>
  | DomainEvent<"MarketingChoiceChanged", { acceptsMarketing: boolean }>
  | DomainEvent<
      "PreferenceChanged",
      { [F in keyof Preferences]: { field: F; from: Preferences[F]; to: Preferences[F] } }[keyof Preferences]
    >
  /** Receiver of alerts about automated reports (S-2.3.11): vault references; '' is the shop's own address. */
  | DomainEvent<"AlertAddressChanged", { from: string; to: string }>
  | DomainEvent<"ShopUninstalled", { webhookId: string }>
  | DomainEvent<"ShopErased", { reason: string }>;

export const shopEventSchemas: EventSchemas<ShopEvent> = {
  ShopInstalled: 1,
  ShopAuthorized: 1,
  ShopProfileChanged: 1,
  TierSelected: 1,
  ChargeRequested: 1,
  ChargeActivated: 1,
  ChargeEnded: 2,
  ChargeWaived: 1,
  ChargeWaiverEnded: 1,
  QuotasChanged: 1,
  FlagChanged: 1,
  TermsAccepted: 1,
  TermsDeclined: 1,
  MarketingChoiceChanged: 1,
  PreferenceChanged: 1,
  AlertAddressChanged: 1,
  ShopUninstalled: 1,
  ShopErased: 1,
};

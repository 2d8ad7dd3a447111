import type { Tier } from "../shop/events.ts";
import type { ResourceRestrictions } from "../wire/reporting.ts";

export type TierTerms = {
  quotas: ResourceRestrictions;
  /** Decimal text in `chargeCurrency`, per 30 days. */
  monthlyPrice: string;
};

/** What a shop may have and what it pays (quotas: R-11). */
export const tiers: Readonly<Record<Tier, TierTerms>> = {
  Starter: { quotas: { MaxReports: 5, MaxFilters: 5, MaxAutomations: 2 }, monthlyPrice: "9.00" },
  Growth: { quotas: { MaxReports: 25, MaxFilters: 25, MaxAutomations: 10 }, monthlyPrice: "19.00" },
  Unlimited: { quotas: { MaxReports: 200, MaxFilters: 200, MaxAutomations: 100 }, monthlyPrice: "39.00" },
};

export const chargeCurrency = "USD";
export const trialDays = 14;

/** Only production takes money; elsewhere the platform is asked for a test charge. */
export const isTestCharge = (environment: "local" | "staging" | "production"): boolean => environment !== "production";

/** The first word found decides: 'Basic Shopify' is Basic, 'Shopify' alone is the standard plan. */
const tierByWord: readonly (readonly [word: string, tier: Tier])[] = [
  ["plus", "Unlimited"],
  ["advanced", "Unlimited"],
  ["basic", "Starter"],
  ["standard", "Growth"],
  ["grow", "Growth"],
  ["shopify", "Growth"],
];

/**
 * The tier that follows from the plan's public name on the platform. A plan that is not in the list, a development
 * store's for example, is Starter; support can set another.
 */
export const tierOfPlan = (plan: string): Tier => {
  const words = plan.trim().toLowerCase().split(/\s+/);
  return tierByWord.find(([word]) => words.includes(word))?.[1] ?? "Starter";
};

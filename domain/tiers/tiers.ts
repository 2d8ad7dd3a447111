export type Tier = "Starter" | "Growth" | "Unlimited";

/** Maximum number at a time. */
export type Quotas = { reports: number; filters: number; automations: number };

export type TierTerms = {
  quotas: Quotas;
  /** Decimal text in `chargeCurrency`, per 30 days. */
  monthlyPrice: string;
};

/** Quotas: R-11. */
export const tiers: Readonly<Record<Tier, TierTerms>> = {
  Starter: { quotas: { reports: 5, filters: 5, automations: 2 }, monthlyPrice: "9.00" },
  Growth: { quotas: { reports: 25, filters: 25, automations: 10 }, monthlyPrice: "19.00" },
  Unlimited: { quotas: { reports: 200, filters: 200, automations: 100 }, monthlyPrice: "39.00" },
};

/** Returns the tier's quotas; 0 without a tier. */
export const getQuotas = (tier: Tier | null | undefined): Quotas =>
  tier ? tiers[tier].quotas : { reports: 0, filters: 0, automations: 0 };

export const chargeCurrency = "USD";
export const trialDays = 14;

/** Outside production, the platform is asked for a test charge, which costs no money. */
export const isTestCharge = (environment: "local" | "staging" | "production"): boolean => environment !== "production";

/** The first match counts: 'Basic Shopify' is Basic, 'Shopify' alone is the standard plan. */
const tierByWord: readonly (readonly [word: string, tier: Tier])[] = [
  ["plus", "Unlimited"],
  ["advanced", "Unlimited"],
  ["basic", "Starter"],
  ["standard", "Growth"],
  ["grow", "Growth"],
  ["shopify", "Growth"],
];

/**
 * Returns the tier for a plan's public name on the platform. Unknown plans, such as a development store's, get
 * Starter.
 */
export const getTierForPlan = (plan: string): Tier => {
  const words = plan.trim().toLowerCase().split(/\s+/);
  return tierByWord.find(([word]) => words.includes(word))?.[1] ?? "Starter";
};

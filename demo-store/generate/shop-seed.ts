import type { CountryCode } from "./words/texts.ts";

/** What makes a demo shop what it is. */
export type ShopSeed = {
  name: string;
  title: string;
  orders: number;
  days: number;
  zone: string;
  currency: string;
  /** The plan's public name on the platform. */
  plan: "Basic" | "Grow" | "Advanced" | "Plus";
  weightUnit: "GRAMS" | "KILOGRAMS" | "POUNDS" | "OUNCES";
  taxesIncluded: boolean;
  locale: string;
  country: CountryCode;
  orderPrefix: string;
  moneyFormat: string;
  products: number;
  /** Price level in minor units: a usual unit price. */
  priceLevel: number;
  /** Where customers come from, with weights. */
  countries: readonly (readonly [CountryCode, number])[];
  locations: readonly string[];
  /** It sells bundles, things made to order and things for a day, each with an app for it. */
  trades?: true;
};

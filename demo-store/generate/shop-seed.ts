import type { CountryCode } from "./words/sample-texts.ts";

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
  /** Typical unit price, minor units. */
  priceLevel: number;
  countries: readonly (readonly [CountryCode, number])[];
  locations: readonly string[];
  /** Sells bundles, made-to-order goods and goods for a delivery day, each by an app. */
  hasAppData?: true;
};

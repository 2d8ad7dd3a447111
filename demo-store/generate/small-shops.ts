import { smallShopName } from "#infra/config/small-shops.ts";
import { fraction, hashText } from "./random.ts";
import type { ShopSeed } from "./shop-seed.ts";

type Kind = Pick<
  ShopSeed,
  "zone" | "currency" | "weightUnit" | "taxesIncluded" | "locale" | "country" | "moneyFormat" | "priceLevel"
> & { abroad: ShopSeed["countries"]; place: string };

const amount = "{{amount}}";

const kinds: readonly [Kind, ...Kind[]] = [
  {
    zone: "Europe/Berlin",
    currency: "EUR",
    weightUnit: "KILOGRAMS",
    taxesIncluded: true,
    locale: "de",
    country: "DE",
    moneyFormat: "{{amount_with_comma_separator}} €",
    priceLevel: 3600,
    abroad: [
      ["FR", 12],
      ["PL", 8],
      ["TR", 2],
    ],
    place: "Köln",
  },
  {
    zone: "America/Los_Angeles",
    currency: "USD",
    weightUnit: "OUNCES",
    taxesIncluded: false,
    locale: "en",
    country: "US",
    moneyFormat: `$${amount}`,
    priceLevel: 4400,
    abroad: [
      ["CA", 9],
      ["JP", 3],
      ["KW", 1],
    ],
    place: "Los Angeles",
  },
  {
    zone: "Asia/Tokyo",
    currency: "JPY",
    weightUnit: "GRAMS",
    taxesIncluded: true,
    locale: "ja",
    country: "JP",
    moneyFormat: "¥{{amount_no_decimals}}",
    priceLevel: 4100,
    abroad: [
      ["KR", 6],
      ["US", 4],
    ],
    place: "横浜",
  },
  {
    zone: "Pacific/Auckland",
    currency: "NZD",
    weightUnit: "KILOGRAMS",
    taxesIncluded: true,
    locale: "en",
    country: "NZ",
    moneyFormat: `$${amount}`,
    priceLevel: 3900,
    abroad: [
      ["AU", 15],
      ["GB", 3],
    ],
    place: "Wellington",
  },
  {
    zone: "Europe/London",
    currency: "GBP",
    weightUnit: "KILOGRAMS",
    taxesIncluded: true,
    locale: "en",
    country: "GB",
    moneyFormat: `£${amount}`,
    priceLevel: 3200,
    abroad: [
      ["FR", 6],
      ["US", 6],
      ["IL", 2],
    ],
    place: "Leeds",
  },
];
const plans = ["Basic", "Grow", "Advanced", "Plus"] as const;

const fewest = 120;
const most = 480;

/** The nth small demo shop, from 1: 120 to 480 orders over half a year. Its number decides zone, currency and plan. */
export const smallShop = (n: number): ShopSeed => {
  const name = smallShopName(n);
  const { abroad, place, ...kind } = kinds[n % kinds.length] ?? kinds[0];
  return {
    ...kind,
    name,
    title: `Demo ${name.slice("demo-".length)}`,
    orders: fewest + Math.floor(fraction(hashText(name), 0, 1) * (most - fewest + 1)),
    days: 180,
    plan: plans[Math.floor(n / kinds.length) % plans.length] ?? "Basic",
    orderPrefix: "#",
    products: 60,
    countries: [[kind.country, 80], ...abroad],
    locations: [`${place} Store`, `${place} Warehouse`],
  };
};

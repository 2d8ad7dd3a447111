import { smallShopNumber } from "#infra/config/small-shops.ts";
import { hashText, mix } from "./random.ts";
import type { ShopSeed } from "./shop-seed.ts";
import { smallShop } from "./small-shops.ts";
import { createTimeline, type Timeline } from "./timeline.ts";

// The platform's own placeholder syntax, not ours.
const DOLLARS = ["$", "{{amount}}"].join("");

const SHOPS: readonly ShopSeed[] = [
  {
    name: "aurora-demo",
    title: "Aurora Demo",
    orders: 300,
    days: 180,
    zone: "Europe/Athens",
    currency: "EUR",
    plan: "Grow",
    weightUnit: "KILOGRAMS",
    taxesIncluded: true,
    locale: "el",
    country: "GR",
    orderPrefix: "#",
    moneyFormat: "€{{amount_with_comma_separator}}",
    products: 60,
    priceLevel: 3400,
    countries: [
      ["GR", 50],
      ["DE", 12],
      ["FR", 7],
      ["GB", 7],
      ["PL", 4],
      ["US", 4],
      ["JP", 3],
      ["KW", 4],
      ["IL", 3],
      ["RS", 3],
      ["TR", 3],
    ],
    locations: ["Αθήνα Store", "Αποθήκη Πειραιά", "Thessaloniki, Pop-up"],
  },
  {
    name: "borealis-demo",
    title: "Borealis Demo",
    orders: 12_000,
    days: 730,
    zone: "America/New_York",
    currency: "USD",
    plan: "Advanced",
    weightUnit: "POUNDS",
    taxesIncluded: false,
    locale: "en",
    country: "US",
    orderPrefix: "B-",
    moneyFormat: DOLLARS,
    products: 220,
    priceLevel: 4200,
    countries: [
      ["US", 76],
      ["CA", 8],
      ["GB", 4],
      ["AU", 3],
      ["DE", 2],
      ["FR", 2],
      ["JP", 2],
      ["KW", 1],
      ["IL", 1],
      ["KR", 1],
    ],
    locations: ["Brooklyn Store", "New Jersey Warehouse", "Boston Pick-up", "West Coast 3PL"],
    hasAppData: true,
  },
  {
    name: "cumulus-demo",
    title: "Cumulus Demo",
    orders: 120_000,
    days: 730,
    zone: "Asia/Tokyo",
    currency: "JPY",
    plan: "Plus",
    weightUnit: "GRAMS",
    taxesIncluded: true,
    locale: "ja",
    country: "JP",
    orderPrefix: "#",
    moneyFormat: "¥{{amount_no_decimals}}",
    products: 400,
    priceLevel: 4800,
    countries: [
      ["JP", 88],
      ["KR", 4],
      ["US", 4],
      ["AU", 2],
      ["KW", 1],
      ["GB", 1],
    ],
    locations: ["東京本店", "大阪倉庫", "札幌店"],
  },
  {
    name: "nimbus-demo",
    title: "Nimbus Demo",
    orders: 0,
    days: 180,
    zone: "Pacific/Auckland",
    currency: "NZD",
    plan: "Basic",
    weightUnit: "KILOGRAMS",
    taxesIncluded: true,
    locale: "en",
    country: "NZ",
    orderPrefix: "#",
    moneyFormat: DOLLARS,
    products: 60,
    priceLevel: 3900,
    countries: [
      ["NZ", 80],
      ["AU", 20],
    ],
    locations: ["Auckland"],
  },
];

/** The four permanent demo shops. */
export const DEMO_SHOP_NAMES: readonly string[] = SHOPS.map((shop) => shop.name);

/** Finds a shop's parameters. `smallShops`: number of small shops beside the four. */
export const shopSeed = (name: string, smallShops: number): ShopSeed | undefined => {
  const n = smallShopNumber(name, smallShops);
  return n === undefined ? SHOPS.find((shop) => shop.name === name) : smallShop(n);
};

export type DemoShop = ShopSeed & {
  seed: number;
  platformId: string;
  demoNow: number;
  /** Root of the shop's addresses, without a trailing slash. */
  origin: string;
  timeline: Timeline;
};

export type DemoShopOptions = {
  demoNow: Date;
  /** Default `http://localhost:3100/{name}`. */
  origin?: string;
  seed?: number;
  /** Interval between orders after demoNow, ms; default: a minute. */
  intervalMs?: number;
  /** Number of small shops beside the four; default none. */
  smallShops?: number;
};

/** The platform's id of a shop. Small shops are numbered, as hashes of a thousand names would collide. */
const platformIdOf = (name: string, smallShops: number): string => {
  const n = smallShopNumber(name, smallShops);
  return String(n === undefined ? 60_000_000_000 + (hashText(name) % 1_000_000) : 61_000_000_000 + n);
};

/**
 * A demo shop with its timeline. Everything below is a function of (name, seed, demoNow, origin).
 * @throws {Error} there is no demo shop of that name
 */
export const demoShop = (name: string, options: DemoShopOptions): DemoShop => {
  const found = shopSeed(name, options.smallShops ?? 0);
  if (!found) throw new Error(`There is no demo shop ${name}; there are ${DEMO_SHOP_NAMES.join(", ")}.`);
  const seed = mix(hashText(name), options.seed ?? 0);
  const demoNow = Math.floor(options.demoNow.getTime() / 1000) * 1000;
  return {
    ...found,
    seed,
    platformId: platformIdOf(name, options.smallShops ?? 0),
    demoNow,
    origin: options.origin ?? `http://localhost:3100/${name}`,
    timeline: createTimeline({
      seed,
      orders: found.orders,
      days: found.days,
      demoNow,
      zone: found.zone,
      interval: options.intervalMs ?? 60_000,
    }),
  };
};

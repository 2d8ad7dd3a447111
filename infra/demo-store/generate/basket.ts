import { type CatalogueProduct, type CatalogueVariant, catalogueOf } from "./catalogue.ts";
import { gid, partId } from "./ids.ts";
import { type Amount, type Currencies, ZERO } from "./money.ts";
import type { Random } from "./random.ts";
import type { DemoShop } from "./shops.ts";
import { sumOf, type Tax, type TaxRate, taxesOf } from "./taxes.ts";
import { PROPERTIES } from "./texts.ts";
import type { Attribute, DemoDiscountApplication, DemoShippingLine } from "./types.ts";

/** A line while its order is being made; amounts in minor units. */
export type BasketLine = {
  id: string;
  place: number;
  product: CatalogueProduct | null;
  variant: CatalogueVariant | null;
  title: string;
  quantity: number;
  unit: Amount;
  total: Amount;
  allocations: { index: number; amount: Amount }[];
  /** Of the line itself, without order-level discounts. */
  ownDiscount: Amount;
  /** After all discounts. */
  net: Amount;
  taxes: Tax[];
  tax: Amount;
  requiresShipping: boolean;
  properties: Attribute[];
  group: { id: string; title: string; quantity: number } | null;
  /** Taken off by an edit; nothing of it is delivered or paid. */
  removed: boolean;
  fulfilled: number;
  /** Refunded units in all, and those of them that were never sent. */
  refunded: number;
  canceled: number;
};

export type BasketShipping = {
  id: string;
  title: string;
  code: string | null;
  source: string;
  carrierIdentifier: string | null;
  removed: boolean;
  original: Amount;
  discount: { index: number; amount: Amount } | null;
  price: Amount;
  taxes: Tax[];
  tax: Amount;
};

export type Basket = {
  lines: BasketLine[];
  shipping: BasketShipping[];
  applications: DemoDiscountApplication[];
  codes: string[];
};

export type BasketOptions = {
  shop: DemoShop;
  index: number;
  random: Random;
  money: Currencies;
  rates: readonly TaxRate[];
  /** Online orders are shipped; point-of-sale ones are not. */
  shipped: boolean;
  giftCardsOnly: boolean;
};

const EMPTY: never[] = [];

const lineCount = (shop: DemoShop, index: number, random: Random): number => {
  const draw = random.next();
  // So that every shop has orders that need a second page of lines.
  if (index % (shop.orders < 1000 ? 97 : 997) === 41) return 51 + Math.floor(draw * 10);
  if (draw < 0.55) return 1;
  if (draw < 0.77) return 2;
  if (draw < 0.88) return 3;
  if (draw < 0.96) return draw < 0.92 ? 4 : 5;
  if (draw < 0.995) return random.int(6, 10);
  return random.int(11, 60);
};

const unitCount = (random: Random): number => {
  const draw = random.next();
  if (draw < 0.82) return 1;
  if (draw < 0.94) return 2;
  return draw < 0.99 ? random.int(3, 5) : random.int(6, 24);
};

const makeLine = (options: BasketOptions, place: number): BasketLine => {
  const { shop, index, random, money } = options;
  const products = catalogueOf(shop);
  const custom = random.chance(0.015);
  const draw = random.next();
  // The first products of the catalogue sell best.
  const at = options.giftCardsOnly ? 7 : Math.floor(draw * draw * products.length);
  const product = custom ? null : (products[at] ?? null);
  const variant = product ? random.pick(product.variants) : null;
  const quantity = unitCount(random);
  const unit = money.of(variant?.price ?? Math.round(shop.priceLevel * (0.5 + random.next())));
  const total = { s: unit.s * quantity, p: unit.p * quantity };
  let properties: Attribute[] = EMPTY;
  if (random.chance(0.08)) {
    const [key, value] = random.pick(PROPERTIES);
    properties = [{ key, value }];
    if (random.chance(0.3)) properties.push({ key: "_hidden", value: String(index) });
  }
  return {
    id: gid("LineItem", partId("LineItem", index, place)),
    place,
    product,
    variant,
    title: product?.product.title ?? "Custom item, as agreed",
    quantity,
    unit,
    total,
    allocations: [],
    ownDiscount: ZERO,
    net: total,
    taxes: EMPTY,
    tax: ZERO,
    requiresShipping: options.shipped && (product?.requiresShipping ?? true),
    properties,
    group: null,
    removed: false,
    fulfilled: 0,
    refunded: 0,
    canceled: 0,
  };
};

/** Divides an amount over parts in proportion, to the last minor unit. */
export const spread = (amount: number, parts: readonly number[]): number[] => {
  let whole = 0;
  for (const part of parts) whole += part;
  let given = 0;
  let seen = 0;
  return parts.map((part) => {
    seen += part;
    const upTo = whole === 0 ? 0 : Math.floor((amount * seen) / whole);
    const share = upTo - given;
    given = upTo;
    return share;
  });
};

const allocate = (lines: readonly BasketLine[], index: number, s: number[], p: number[]): void => {
  for (const [n, line] of lines.entries()) {
    const amount = { s: Math.min(s[n] ?? 0, line.net.s), p: Math.min(p[n] ?? 0, line.net.p) };
    if (amount.s === 0 && amount.p === 0) continue;
    line.allocations.push({ index, amount });
    line.net = { s: line.net.s - amount.s, p: line.net.p - amount.p };
  }
};

const percentOff = (lines: readonly BasketLine[], index: number, percent: number): void =>
  allocate(
    lines,
    index,
    lines.map(({ net }) => Math.round((net.s * percent) / 100)),
    lines.map(({ net }) => Math.round((net.p * percent) / 100)),
  );

const amountOff = (lines: readonly BasketLine[], index: number, amount: Amount): void => {
  const shop = lines.map(({ net }) => net.s);
  const presentment = lines.map(({ net }) => net.p);
  const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
  allocate(
    lines,
    index,
    spread(Math.min(amount.s, sum(shop)), shop),
    spread(Math.min(amount.p, sum(presentment)), presentment),
  );
};

const discount = (options: BasketOptions, basket: Basket): void => {
  const { random, money, shop } = options;
  const { lines, applications, codes } = basket;
  const eligible = lines.filter(({ product }) => !product?.product.isGiftCard);
  const kind = random.next();
  const freeShipping = random.chance(0.15);
  const percent = random.chance(0.03) ? 100 : random.pick([5, 10, 12.5, 15, 20, 33]);
  const byPercent = random.chance(0.7);
  const off = Math.round(shop.priceLevel / 8);
  const value = byPercent
    ? ({ __typename: "PricingPercentageValue", percentage: percent } as const)
    : ({ __typename: "MoneyV2", ...money.money(off) } as const);
  if (kind >= 0.9) {
    // By hand, on one line.
    const line = eligible[0];
    if (!line) return;
    applications.push({
      __typename: "ManualDiscountApplication",
      index: 0,
      allocationMethod: "EACH",
      targetSelection: "EXPLICIT",
      targetType: "LINE_ITEM",
      title: "=Goodwill",
      description: "Agreed on the phone",
      value,
    });
    if (byPercent) percentOff([line], 0, percent);
    else amountOff([line], 0, money.of(off));
    line.ownDiscount = line.allocations[0]?.amount ?? ZERO;
    return;
  }
  const shipping = basket.shipping[0];
  const named =
    kind < 0.65
      ? ({
          __typename: "DiscountCodeApplication",
          code: random.pick(["WELCOME10", "spring-26", "ΚΑΛΟΚΑΙΡΙ", "=SAVE", "VIP 5"]),
        } as const)
      : ({ __typename: "AutomaticDiscountApplication", title: "3 for 2, “mix & match”" } as const);
  if ("code" in named) codes.push(named.code);
  if (freeShipping && shipping && (shipping.original.s > 0 || shipping.original.p > 0)) {
    applications.push({
      ...named,
      index: 0,
      allocationMethod: "EACH",
      targetSelection: "ALL",
      targetType: "SHIPPING_LINE",
      value: { __typename: "PricingPercentageValue", percentage: 100 },
    });
    shipping.discount = { index: 0, amount: shipping.original };
    shipping.price = ZERO;
    return;
  }
  if (eligible.length === 0) {
    codes.length = 0;
    return;
  }
  applications.push({
    ...named,
    index: 0,
    allocationMethod: "ACROSS",
    targetSelection: "ALL",
    targetType: "LINE_ITEM",
    value,
  });
  if (byPercent) percentOff(eligible, 0, percent);
  else amountOff(eligible, 0, money.of(off));
  if ("code" in named && random.chance(0.05)) {
    codes.push("EXTRA");
    applications.push({
      __typename: "DiscountCodeApplication",
      code: "EXTRA",
      index: 1,
      allocationMethod: "ACROSS",
      targetSelection: "ALL",
      targetType: "LINE_ITEM",
      value: { __typename: "MoneyV2", ...money.money(Math.max(1, Math.round(off / 3))) },
    });
    amountOff(eligible, 1, money.of(Math.max(1, Math.round(off / 3))));
  }
};

const shippingOf = (options: BasketOptions, place: number, removed: boolean): BasketShipping => {
  const { shop, random, money, index } = options;
  const express = random.chance(0.2);
  const original = money.of(
    express ? Math.round(shop.priceLevel / 3) : random.chance(0.3) ? 0 : Math.round(shop.priceLevel / 7),
  );
  return {
    id: gid("ShippingLine", partId("ShippingLine", index, place)),
    title: express ? "Express (1–2 days)" : "Standard",
    code: express ? "EXPRESS" : "STANDARD",
    source: "shopify",
    carrierIdentifier: express ? "b7c3a91f20e85d46" : null,
    removed,
    original,
    discount: null,
    price: original,
    taxes: [],
    tax: ZERO,
  };
};

/** Lines, shipping, discounts and taxes of an order; nothing yet of what happens to it later. */
export const fillBasket = (options: BasketOptions): Basket => {
  const { shop, index, random, rates } = options;
  const count = options.giftCardsOnly ? 1 : lineCount(shop, index, random);
  const basket: Basket = { lines: [], shipping: [], applications: [], codes: [] };
  for (let place = 0; place < count; place++) basket.lines.push(makeLine(options, place));
  if (count > 1 && random.chance(0.05)) {
    const group = { id: gid("LineItemGroup", partId("LineItemGroup", index, 0)), title: "Starter set", quantity: 1 };
    for (const line of basket.lines.slice(0, 3)) line.group = group;
  }
  if (options.shipped && basket.lines.some(({ requiresShipping }) => requiresShipping)) {
    basket.shipping.push(shippingOf(options, 0, false));
    if (random.chance(0.01)) basket.shipping.push(shippingOf(options, 1, true));
  }
  if (random.chance(0.28)) discount(options, basket);
  for (const line of basket.lines) {
    if (rates.length === 0 || line.product?.taxable === false) continue;
    line.taxes = taxesOf(rates, line.net, shop.taxesIncluded);
    line.tax = sumOf(line.taxes);
  }
  for (const shipping of basket.shipping) {
    if (shipping.removed || rates.length === 0) continue;
    shipping.taxes = taxesOf(rates, shipping.price, shop.taxesIncluded);
    shipping.tax = sumOf(shipping.taxes);
  }
  return basket;
};

export const shippingLine = (
  line: BasketShipping,
  money: Currencies,
  taxLines: DemoShippingLine["taxLines"],
): DemoShippingLine => ({
  id: line.id,
  title: line.title,
  code: line.code,
  source: line.source,
  carrierIdentifier: line.carrierIdentifier,
  isRemoved: line.removed,
  originalPriceSet: money.bag(line.original),
  discountedPriceSet: money.bag(line.price),
  discountAllocations: line.discount
    ? [{ allocatedAmountSet: money.bag(line.discount.amount), index: line.discount.index }]
    : [],
  taxLines,
});

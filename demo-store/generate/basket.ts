import type { Basket, BasketLine, BasketOptions, BasketShipping } from "./basket-types.ts";
import { catalogueOf, firstGiftCard } from "./catalogue.ts";
import { gid, partId } from "./ids.ts";
import { applyDiscount } from "./money/discounts.ts";
import { type Currencies, ZERO } from "./money/money.ts";
import { sumOf, taxesOf } from "./money/taxes.ts";
import type { Random } from "./random.ts";
import type { DemoShop } from "./shops.ts";
import type { Attribute, DemoShippingLine } from "./types.ts";
import { PROPERTIES } from "./words/sample-texts.ts";

const EMPTY: never[] = [];

const lineCount = (shop: DemoShop, index: number, random: Random): number => {
  const draw = random.next();
  // Gives every shop some orders that need a second page of lines.
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

const makeLine = (options: BasketOptions, position: number): BasketLine => {
  const { shop, index, random, money } = options;
  const products = catalogueOf(shop);
  const custom = random.chance(0.015);
  const draw = random.next();
  // The first products of the catalogue sell best.
  const at = options.giftCardsOnly ? firstGiftCard : Math.floor(draw * draw * products.length);
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
    id: gid("LineItem", partId("LineItem", index, position)),
    position,
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

const shippingOf = (options: BasketOptions, position: number, removed: boolean): BasketShipping => {
  const { shop, random, money, index } = options;
  const express = random.chance(0.2);
  const original = money.of(
    express ? Math.round(shop.priceLevel / 3) : random.chance(0.3) ? 0 : Math.round(shop.priceLevel / 7),
  );
  return {
    id: gid("ShippingLine", partId("ShippingLine", index, position)),
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

/** An order's lines, shipping, discounts and taxes at check-out. Later events change them. */
export const fillBasket = (options: BasketOptions): Basket => {
  const { shop, index, random, rates } = options;
  const count = options.giftCardsOnly ? 1 : lineCount(shop, index, random);
  const basket: Basket = { lines: [], shipping: [], applications: [], codes: [] };
  for (let position = 0; position < count; position++) basket.lines.push(makeLine(options, position));
  if (count > 1 && random.chance(0.05)) {
    const group = { id: gid("LineItemGroup", partId("LineItemGroup", index, 0)), title: "Starter set", quantity: 1 };
    for (const line of basket.lines.slice(0, 3)) line.group = group;
  }
  if (options.shipped && basket.lines.some(({ requiresShipping }) => requiresShipping)) {
    basket.shipping.push(shippingOf(options, 0, false));
    if (random.chance(0.01)) basket.shipping.push(shippingOf(options, 1, true));
  }
  if (random.chance(0.28)) applyDiscount(options, basket);
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

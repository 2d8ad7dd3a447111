import type { CatalogueProduct, CatalogueVariant } from "./catalogue.ts";
import type { Amount, Currencies } from "./money/money.ts";
import type { Tax, TaxRate } from "./money/taxes.ts";
import type { Random } from "./random.ts";
import type { DemoShop } from "./shops.ts";
import type { Attribute, DemoDiscountApplication } from "./types.ts";

/** A line in the making; amounts in minor units. */
export type BasketLine = {
  id: string;
  position: number;
  product: CatalogueProduct | null;
  variant: CatalogueVariant | null;
  title: string;
  quantity: number;
  unit: Amount;
  total: Amount;
  allocations: { index: number; amount: Amount }[];
  /** The line's own discount, without order-level ones. */
  ownDiscount: Amount;
  net: Amount;
  taxes: Tax[];
  tax: Amount;
  requiresShipping: boolean;
  properties: Attribute[];
  group: { id: string; title: string; quantity: number } | null;
  /** Removed by an edit: nothing of the line is delivered or paid. */
  removed: boolean;
  fulfilled: number;
  /** Refunded units, and those of them that were never shipped. */
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
  /** False for point-of-sale orders. */
  shipped: boolean;
  giftCardsOnly: boolean;
};

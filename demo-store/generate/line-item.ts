import type { BasketLine } from "./basket-types.ts";
import { gid, partId } from "./ids.ts";
import { type Amount, type Currencies, minus } from "./money/money.ts";
import { taxLine } from "./money/taxes.ts";
import { fraction } from "./random.ts";
import type { DemoShop } from "./shops.ts";
import type { DemoLineItem } from "./types.ts";

export type LineItemFacts = {
  shop: DemoShop;
  index: number;
  money: Currencies;
  voided: boolean;
  current: number;
  notRequired: boolean;
  duty: Amount | null;
};

const perUnit = (amount: Amount, units: number): Amount => ({
  s: Math.round(amount.s / units),
  p: Math.round(amount.p / units),
});

const NONE: never[] = [];

const weightOf = (grams: number, unit: DemoShop["weightUnit"]): DemoLineItem["weight"] => {
  if (unit === "GRAMS") return { value: grams, unit };
  if (unit === "KILOGRAMS") return { value: grams / 1000, unit };
  return { value: Math.round((grams / (unit === "POUNDS" ? 453.59237 : 28.349523125)) * 10_000) / 10_000, unit };
};

/** A basket line in the platform's shape, after all edits, refunds and deliveries. */
export const lineItem = (line: BasketLine, facts: LineItemFacts): DemoLineItem => {
  const { money, voided, shop, index } = facts;
  const deleted = line.product?.deleted ?? false;
  const variantTitle = line.variant?.title ?? null;
  const gone = voided || line.removed;
  const canceled = gone ? line.quantity : line.canceled;
  const afterOwn = minus(line.total, line.ownDiscount);
  return {
    id: line.id,
    title: line.title,
    name: variantTitle === null ? line.title : `${line.title} - ${variantTitle}`,
    variantTitle,
    sku: line.variant?.variant.sku ?? null,
    vendor: line.product?.product.vendor ?? null,
    quantity: line.quantity,
    currentQuantity: facts.current,
    refundableQuantity: facts.current,
    unfulfilledQuantity: facts.notRequired || gone ? 0 : line.quantity - line.fulfilled - canceled,
    nonFulfillableQuantity: facts.notRequired ? line.quantity : canceled,
    requiresShipping: line.requiresShipping,
    taxable: line.product?.taxable ?? true,
    isGiftCard: line.product?.product.isGiftCard ?? false,
    originalUnitPriceSet: money.bag(line.unit),
    originalTotalSet: money.bag(line.total),
    totalDiscountSet: money.bag(line.ownDiscount),
    discountedTotalSet: money.bag(afterOwn),
    discountedUnitPriceSet: money.bag(perUnit(afterOwn, line.quantity)),
    discountedUnitPriceAfterAllDiscountsSet: money.bag(perUnit(line.net, line.quantity)),
    discountAllocations:
      line.allocations.length === 0
        ? NONE
        : line.allocations.map(({ index: application, amount }) => ({
            allocatedAmountSet: money.bag(amount),
            index: application,
          })),
    taxLines: line.taxes.length === 0 ? NONE : line.taxes.map((tax) => taxLine(tax, money)),
    duties: facts.duty
      ? [
          {
            id: gid("Duty", partId("Duty", index, line.position)),
            harmonizedSystemCode: "6205.20",
            price: money.bag(facts.duty),
          },
        ]
      : NONE,
    weight: line.variant ? weightOf(line.variant.grams, shop.weightUnit) : null,
    image: deleted ? null : (line.variant?.image ?? null),
    customAttributes: line.properties,
    sellingPlan: fraction(shop.seed, index * 64 + line.position, 52) < 0.02 ? { name: "Every month" } : null,
    lineItemGroup: line.group,
    product: deleted ? null : (line.product?.product ?? null),
    variant: deleted ? null : (line.variant?.variant ?? null),
  };
};

import type { Basket, BasketLine, BasketOptions } from "../basket-types.ts";
import { type Amount, ZERO } from "./money.ts";

/** Divides an amount in proportion, exactly to the minor unit. */
const spread = (amount: number, parts: readonly number[]): number[] => {
  let totalWeight = 0;
  for (const part of parts) totalWeight += part;
  let distributed = 0;
  let weightSoFar = 0;
  return parts.map((part) => {
    weightSoFar += part;
    const upTo = totalWeight === 0 ? 0 : Math.floor((amount * weightSoFar) / totalWeight);
    const share = upTo - distributed;
    distributed = upTo;
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

/** Applies a code, an automatic or a manual discount to the basket (P-7.2). */
export const applyDiscount = (options: BasketOptions, basket: Basket): void => {
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

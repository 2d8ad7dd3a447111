import type { Basket, BasketLine } from "../basket-types.ts";
import { type Amount, ZERO } from "./money.ts";

export const sum = (amounts: readonly Amount[]): Amount => {
  const total = { s: 0, p: 0 };
  for (const amount of amounts) {
    total.s += amount.s;
    total.p += amount.p;
  }
  return total;
};

export type Totals = {
  subtotal: Amount;
  discounts: Amount;
  shipping: Amount;
  tax: Amount;
  duties: Amount;
  fees: Amount;
  tip: Amount;
  total: Amount;
};

const add = (to: Amount, amount: Amount): void => {
  to.s += amount.s;
  to.p += amount.p;
};

/** Amounts at check-out; `DemoOrder` has the formulas. */
export const totalsOf = (basket: Basket, included: boolean, extra: Pick<Totals, "duties" | "fees" | "tip">): Totals => {
  const [subtotal, discounts, shipping, tax] = [{ ...ZERO }, { ...ZERO }, { ...ZERO }, { ...ZERO }];
  for (const line of basket.lines) {
    add(subtotal, line.net);
    add(tax, line.tax);
    for (const { amount } of line.allocations) add(discounts, amount);
  }
  for (const line of basket.shipping) {
    if (line.discount) add(discounts, line.discount.amount);
    if (line.removed) continue;
    add(shipping, line.price);
    add(tax, line.tax);
  }
  const total = sum([subtotal, shipping, included ? ZERO : tax, extra.duties, extra.fees, extra.tip]);
  return { subtotal, discounts, shipping, tax, ...extra, total };
};

/** Units left after edits, refunds and cancellation. */
export const remainingUnits = (line: BasketLine, voided: boolean): number =>
  line.removed || voided ? 0 : line.quantity - line.refunded;

/** Value, units and weight of the lines after edits and refunds. */
export const currentLines = (
  lines: readonly BasketLine[],
  voided: boolean,
): { net: Amount; tax: Amount; units: number; grams: number } => {
  const net = { ...ZERO };
  const tax = { ...ZERO };
  let units = 0;
  let grams = 0;
  for (const line of lines) {
    const left = remainingUnits(line, voided);
    if (left === 0) continue;
    const gone = line.refunded;
    units += left;
    grams += left * (line.variant?.grams ?? 0);
    const remainingShare = (value: number) => value - Math.floor((value * gone) / line.quantity);
    add(net, { s: remainingShare(line.net.s), p: remainingShare(line.net.p) });
    add(tax, { s: remainingShare(line.tax.s), p: remainingShare(line.tax.p) });
  }
  return { net, tax, units, grams };
};

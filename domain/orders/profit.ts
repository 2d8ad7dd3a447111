import { divideDecimals, multiplyDecimals, subtractDecimals, sumDecimals } from "../text/decimal.ts";
import type { LineItem, MoneyBag, Order } from "./order.ts";
import { refundedAmount, refundedUnits, refundLinesOf } from "./refunds.ts";

const amountsOf = (bags: readonly (MoneyBag | undefined)[]): string =>
  sumDecimals(bags.map((bag) => bag?.shopMoney.amount ?? "0"));

/** Cost of one unit now; null when nobody entered it, or the variant is gone. */
export const unitCost = (line: LineItem): string | null => line.variant?.inventoryItem?.unitCost?.amount ?? null;

/**
 * Cost of the line now: of the units that it still has and of those that were refunded but did not come back. Null when the cost of a
 * unit or the refunds are not known.
 */
export const totalCost = (line: LineItem, { refunds }: Order): string | null => {
  const cost = unitCost(line);
  if (cost === null || refunds === undefined || line.currentQuantity === undefined) return null;
  const lost = refundLinesOf(line, refunds)
    .filter(({ restockType }) => restockType === "NO_RESTOCK")
    .reduce((units, { quantity }) => units + (quantity ?? 0), 0);
  return multiplyDecimals(cost, String(line.currentQuantity + lost));
};

/** What was charged before tax, after all discounts, for the units that no edit removed. Rounded only where an edit removed some. */
const charged = (line: LineItem, order: Order, decimals: number): string | null => {
  const { quantity, currentQuantity, originalTotalSet } = line;
  const refunded = refundedUnits(line, order);
  if (quantity === undefined || currentQuantity === undefined || refunded === null) return null;
  if (originalTotalSet === undefined) return null;
  const whole = subtractDecimals(
    originalTotalSet.shopMoney.amount,
    amountsOf((line.discountAllocations ?? []).map(({ allocatedAmountSet }) => allocatedAmountSet)),
    order.taxesIncluded === true ? amountsOf((line.taxLines ?? []).map(({ priceSet }) => priceSet)) : "0",
  );
  const kept = currentQuantity + refunded;
  return kept >= quantity ? whole : divideDecimals(multiplyDecimals(whole, String(kept)), String(quantity), decimals);
};

/**
 * What the line sold for before tax, after all discounts, less what was refunded; units that an edit removed were never sold. Null when the
 * refunds are not known. `decimals`: those of the shop's currency.
 */
export const netSales = (line: LineItem, order: Order, decimals: number): string | null => {
  const sales = charged(line, order, decimals);
  const refunded = refundedAmount(line, order);
  return sales === null || refunded === null ? null : subtractDecimals(sales, refunded);
};

/**
 * Net sales of the line less its cost: what was charged before tax and after discounts, less what was refunded, less {@link totalCost}.
 * Null when the cost is not known. `decimals`: those of the shop's currency.
 */
export const profit = (line: LineItem, order: Order, decimals: number): string | null => {
  const cost = totalCost(line, order);
  const sales = netSales(line, order, decimals);
  return cost === null || sales === null ? null : subtractDecimals(sales, cost);
};

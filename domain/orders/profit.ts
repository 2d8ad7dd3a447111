import { divideDecimals, multiplyDecimals, subtractDecimals, sumDecimals } from "../text/decimal.ts";
import type { LineItem, MoneyBag, Order } from "./order.ts";
import { countRefundedUnits, listRefundLines, refundedAmount } from "./refunds.ts";

const amountsOf = (bags: readonly (MoneyBag | undefined)[]): string =>
  sumDecimals(bags.map((bag) => bag?.shopMoney.amount ?? "0"));

/** Current unit cost; null if none is entered or the variant was deleted. */
export const unitCost = (line: LineItem): string | null => line.variant?.inventoryItem?.unitCost?.amount ?? null;

/**
 * Current cost of the line's remaining units and refunded units not restocked. Null if the unit cost or the refunds are
 * unknown.
 */
export const totalCost = (line: LineItem, { refunds }: Order): string | null => {
  const cost = unitCost(line);
  if (cost === null || refunds === undefined || line.currentQuantity === undefined) return null;
  const lost = listRefundLines(line, refunds)
    .filter(({ restockType }) => restockType === "NO_RESTOCK")
    .reduce((units, { quantity }) => units + (quantity ?? 0), 0);
  return multiplyDecimals(cost, String(line.currentQuantity + lost));
};

/** Amount before tax, after all discounts, for units that no edit removed. Rounded only if an edit removed some. */
const charged = (line: LineItem, order: Order, decimals: number): string | null => {
  const { quantity, currentQuantity, originalTotalSet } = line;
  const refunded = countRefundedUnits(line, order);
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
 * Sales of the line before tax, after all discounts and refunds. Units removed by an edit were never sold. Null if the
 * refunds are unknown. `decimals`: of the shop's currency.
 */
export const netSales = (line: LineItem, order: Order, decimals: number): string | null => {
  const sales = charged(line, order, decimals);
  const refunded = refundedAmount(line, order);
  return sales === null || refunded === null ? null : subtractDecimals(sales, refunded);
};

/** {@link netSales} minus {@link totalCost}; null if either is unknown. */
export const profit = (line: LineItem, order: Order, decimals: number): string | null => {
  const cost = totalCost(line, order);
  const sales = netSales(line, order, decimals);
  return cost === null || sales === null ? null : subtractDecimals(sales, cost);
};

import { divideDecimals, toCanonicalDecimal } from "../text/decimal.ts";
import type { Order } from "./order.ts";

/**
 * Units of the customer's currency per unit of the shop's, to 6 decimals. Derived from the order total; null if unknown
 * or 0.
 */
export const exchangeRate = ({ currencyCode, presentmentCurrencyCode, totalPriceSet }: Order): string | null => {
  const shop = totalPriceSet?.shopMoney.amount;
  const customer = totalPriceSet?.presentmentMoney?.amount;
  if (presentmentCurrencyCode !== undefined && presentmentCurrencyCode === currencyCode) return "1";
  if (shop === undefined || customer === undefined || toCanonicalDecimal(shop) === "0") return null;
  return divideDecimals(customer, shop, 6);
};

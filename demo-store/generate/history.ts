import { ordersOfCustomer } from "./customers.ts";
import { customerOfId } from "./ids.ts";
import { decimalText, digitsOf, minorUnits } from "./money/money.ts";
import { orderAt } from "./order.ts";
import type { DemoShop } from "./shops.ts";

export type CustomerHistory = {
  /** Indices of the customer's orders, oldest first. */
  indices: number[];
  /** Excludes test orders. */
  numberOfOrders: string;
  /** Paid minus refunded over the same orders, in the shop's currency. */
  amountSpent: { amount: string; currencyCode: string };
};

/**
 * A customer's order history so far.
 * @param customer gid or numeric id
 * @param count number of orders that the shop has now
 */
export const customerHistory = (shop: DemoShop, customer: string, count: number): CustomerHistory => {
  const indices = ordersOfCustomer(shop, customerOfId(Number(customer.split("/").at(-1))), count);
  const digits = digitsOf(shop.currency);
  let orders = 0;
  let spent = 0;
  for (const index of indices) {
    const order = orderAt(shop, index);
    if (order.test) continue;
    orders++;
    spent += minorUnits(order.netPaymentSet.shopMoney.amount, digits);
  }
  return {
    indices,
    numberOfOrders: String(orders),
    amountSpent: { amount: decimalText(spent, digits), currencyCode: shop.currency },
  };
};

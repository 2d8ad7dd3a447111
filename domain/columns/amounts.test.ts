import { expect, it } from "vitest";
import { NumberFormatType } from "../enumerations.ts";
import { canUseCurrency, formatFor, isAmount } from "./amounts.ts";
import { columnByKey } from "./catalogue.ts";

/** All other number columns, so that a new one must be classified. */
const noAmounts =
  `CurrentItemsCount CurrentOrderWeight CurrentQuantity CustomerOrdersCount DaysToFulfill ExchangeRate FulfilledQuantity
  ItemsCount LineWeight LinesCount Markup OrderHour OrderSequence OrderTax1Rate OrderTax2Rate OrderTax3Rate OrderTotalPresentment OrderWeight
  PreviousOrdersCount PricePresentment ProfitMargin Quantity RefundedQuantity RefundsCount RemainingInventory RemovedQuantity
  ShippingLatitude ShippingLongitude TaxLine1Rate TaxLine2Rate TaxLine3Rate UnfulfilledQuantity Weight`.split(/\s+/);

/** A customer's spending is not an amount of an order. */
const ofCustomer = (fields: readonly string[]): boolean => fields.every((field) => field.startsWith("customer."));

it("every number column is an amount unless it is listed as an exception", () => {
  const numbers = [...columnByKey.values()].filter(({ valueKind }) => valueKind === "number").map(({ key }) => key);
  expect(numbers.filter((key) => !isAmount(key)).sort()).toEqual(noAmounts);
});

it("treats every value in the shop's currency as an amount, whatever its name", () => {
  const read = [...columnByKey.values()].filter(
    ({ valueKind, fields, level }) =>
      valueKind === "number" && level !== "calc" && fields.length === 1 && fields[0]?.endsWith("shopMoney.amount"),
  );
  expect(read.length).toBeGreaterThan(20);
  expect(read.filter(({ key }) => !isAmount(key)).map(({ key }) => key)).toEqual([]);
});

it("never applies the shop's money format to a value in the customer's currency", () => {
  const foreign = [...columnByKey.values()].filter(
    ({ valueKind, fields }) =>
      valueKind === "number" && fields.length === 1 && fields[0]?.endsWith("presentmentMoney.amount"),
  );
  expect(foreign.map(({ key }) => key).sort()).toEqual(["OrderTotalPresentment", "PricePresentment"]);
  expect(foreign.filter(({ key }) => canUseCurrency(key))).toEqual([]);
  const [money, code] = [{ type: NumberFormatType.Currency }, { type: NumberFormatType.Custom, code: "0.00" }] as const;
  expect(formatFor("PricePresentment", money)).toBeNull();
  expect(formatFor("PricePresentment", code)).toBe(code);
  expect(formatFor("Price", money)).toBe(money);
});

it("an order's amount is shown once across its rows in any currency, and an exchange rate on every row", () => {
  const ofOrders = [...columnByKey.values()].filter(
    ({ key, level, valueKind, fields }) =>
      level === "order" && (isAmount(key) || !canUseCurrency(key)) && valueKind === "number" && !ofCustomer(fields),
  );
  expect(ofOrders.length).toBeGreaterThan(30);
  const repeating = ofOrders.filter(({ aggregate: { Orders: line, Fulfillments: sent } }) =>
    [line, sent].some((word) => word !== "orderOnce"),
  );
  expect(repeating.map(({ key }) => key)).toEqual([]);
  expect(columnByKey.get("ExchangeRate")?.aggregate.Orders).toBe("order");
});

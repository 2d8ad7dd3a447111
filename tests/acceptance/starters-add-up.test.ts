import { describe, expect, it } from "vitest";
import { orderAt } from "#demo-store/generate/order.ts";
import { type DemoShop, demoShop } from "#demo-store/generate/shops.ts";
import type { DemoOrder, MoneyBag } from "#demo-store/generate/types.ts";
import { columnByKey } from "#domain/columns/catalogue.ts";
import type { CellContext } from "#domain/columns/definition.ts";
import { listShownColumns } from "#domain/designs/design.ts";
import { type StarterKey, starterOf } from "#domain/designs/starters.ts";
import type { Order } from "#domain/orders/order.ts";
import { createReport } from "#domain/reports/report.ts";
import { getCurrencyDecimals } from "#domain/text/currency-decimals.ts";
import { subtractDecimals, sumDecimals } from "#domain/text/decimal.ts";
import { askedPart } from "../columns/asked-part.ts";

const demoNow = new Date("2026-11-20T10:30:17Z");
/** Every order of aurora, whose prices include tax, and every seventh of borealis, whose prices do not. */
const shops = [
  ["aurora", demoShop("aurora-demo", { demoNow }), 1],
  ["borealis", demoShop("borealis-demo", { demoNow }), 7],
] as const;
const ordersOf = (shop: DemoShop, step: number): DemoOrder[] =>
  Array.from({ length: Math.ceil(shop.orders / step) }, (_, place) => orderAt(shop, place * step));

type Row = { of(column: string): string; order: DemoOrder | undefined };

/** The rows of a starter's report, read as the platform would return them. An empty cell counts as 0. */
const rowsOf = async (key: StarterKey, shop: DemoShop, orders: readonly DemoOrder[]): Promise<Row[]> => {
  const { design } = starterOf(key);
  const context: CellContext = {
    period: { from: null, to: demoNow.toISOString() },
    adminUrl: "",
    ianaTimezone: shop.zone,
    currencyDecimals: getCurrencyDecimals(shop.currency),
    weightUnit: shop.weightUnit,
  };
  const report = createReport({
    design: { ...design, columns: listShownColumns(design) },
    columnByKey,
    context,
    locale: "en",
  });
  const rows: Row[] = [];
  const take = (cells: readonly unknown[], order?: DemoOrder): void => {
    const of = (column: string): string => {
      const cell = cells[design.shown.indexOf(column)] as { decimal?: string; text?: string } | null | undefined;
      if (cell === undefined) throw new Error(`The starter has no column ${column}.`);
      return cell?.decimal ?? cell?.text ?? "0";
    };
    rows.push({ of, order });
  };
  for (const order of orders.toReversed()) {
    const asked = askedPart<Order>({ ...order }, report.fields);
    for (const { cells } of await report.add(asked, asked.lineItems ?? [])) take(cells, order);
  }
  if (!report.streams)
    for (const sheet of await report.sheets()) for await (const { cells } of sheet.rows()) take(cells);
  return rows;
};

/** Orders whose two figures differ, with both. */
const differing = (rows: readonly Row[], one: (row: Row) => string, other: (row: Row) => string): string[] =>
  rows.flatMap((row) => (one(row) === other(row) ? [] : [`${row.order?.name}: ${one(row)} is not ${other(row)}`]));

describe.each(shops)("the accounting starter, for the orders of %s", (name, shop, step) => {
  const orders = ordersOf(shop, step);

  it("has a total in every order that is the sum of its parts", async () => {
    const rows = await rowsOf("Accounting", shop, orders);
    expect(rows).toHaveLength(orders.length);
    for (const column of ["TipAmount", "RefundTotal", "RefundShipping", "RefundedOrderTax"])
      expect(rows.filter(({ of }) => of(column) !== "0").length, column).toBeGreaterThan(2);
    expect(rows.some(({ of }) => of("AdditionalFees") !== "0" || of("Duties") !== "0")).toBe(true);
    expect(new Set(rows.map(({ of }) => of("TaxesIncluded")))).toEqual(new Set([name === "aurora" ? "Yes" : "No"]));
    const parts = ({ of }: Row): string =>
      sumDecimals([
        ...["OrderSubtotal", "ShippingPrice", "Duties", "AdditionalFees", "TipAmount"].map(of),
        of("TaxesIncluded") === "No" ? of("OrderTax") : "0",
      ]);
    expect(differing(rows, ({ of }) => of("OrderTotal"), parts)).toEqual([]);
  });

  it("has a net payment in every order that is receipts minus refunds", async () => {
    const rows = await rowsOf("Accounting", shop, orders);
    const left = ({ of }: Row): string => subtractDecimals(of("TotalReceived"), of("RefundTotal"));
    expect(differing(rows, ({ of }) => of("NetPayment"), left)).toEqual([]);
  });

  it("has a current tax of order tax minus refunded tax, unless an order was edited or voided", async () => {
    const rows = await rowsOf("Accounting", shop, orders);
    const whole = rows.filter(({ order }) => order?.displayFinancialStatus !== "VOIDED" && !order?.edited);
    expect(whole.length).toBeGreaterThan(orders.length * 0.9);
    expect(whole.some(({ of }) => of("RefundShipping") !== "0" && of("RefundedOrderTax") !== "0")).toBe(true);
    const left = ({ of }: Row): string => subtractDecimals(of("OrderTax"), of("RefundedOrderTax"));
    expect(differing(whole, ({ of }) => of("CurrentOrderTax"), left)).toEqual([]);
  });
});

describe.each(shops)("the products-sold starter, for the orders of %s", (_, shop, step) => {
  const orders = ordersOf(shop, step);
  const amount = (bag: MoneyBag): string => bag.shopMoney.amount;

  it("adds up to the current product amounts of the orders, without tax", async () => {
    const rows = await rowsOf("ProductsSold", shop, orders);
    const sumOf = (column: string): string => sumDecimals(rows.map(({ of }) => of(column)));
    /** The subtotal of an order with tax included contains its products' tax. */
    const withoutTax = (order: DemoOrder): string => {
      if (!order.taxesIncluded) return amount(order.currentSubtotalPriceSet);
      const shipping = order.displayFinancialStatus === "VOIDED" ? [] : order.shippingLines;
      const taxOfShipping = subtractDecimals(
        sumDecimals(shipping.flatMap(({ taxLines }) => taxLines.map(({ priceSet }) => amount(priceSet)))),
        ...order.refunds.flatMap((refund) => refund.refundShippingLines.map((line) => amount(line.taxAmountSet))),
      );
      const taxOfProducts = subtractDecimals(amount(order.currentTotalTaxSet), taxOfShipping);
      return subtractDecimals(amount(order.currentSubtotalPriceSet), taxOfProducts);
    };
    expect(sumOf("NetSales")).toBe(sumDecimals(orders.map(withoutTax)));
    expect(sumOf("CurrentQuantity")).toBe(
      sumDecimals(orders.map((order) => `${order.currentSubtotalLineItemsQuantity}`)),
    );
    expect(sumOf("Quantity")).toBe(sumDecimals(orders.map((order) => `${order.subtotalLineItemsQuantity}`)));
  });

  it("has ordered units in every row that are refunded, removed or sold", async () => {
    const rows = await rowsOf("ProductsSold", shop, orders);
    const parts = ({ of }: Row): string =>
      sumDecimals(["RefundedQuantity", "RemovedQuantity", "CurrentQuantity"].map(of));
    expect(rows.some(({ of }) => of("RefundedQuantity") !== "0")).toBe(true);
    expect(rows.some(({ of }) => of("RemovedQuantity") !== "0")).toBe(true);
    expect(rows.filter((row) => row.of("Quantity") !== parts(row)).map(({ of }) => of("SKU"))).toEqual([]);
  });
});

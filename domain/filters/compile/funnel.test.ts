import { describe, expect, it } from "vitest";
import { FinancialStatus, FulfillmentStatus, OrderStatus } from "../../enumerations.ts";
import { compileOrdersFilter } from "../../export/orders-filter.ts";
import type { LineItem, Order } from "../../orders/order.ts";
import type { FilterConditions, SieverValues } from "../filter.ts";
import { SieverCode } from "../sievers.ts";
import { compileFunnel } from "./funnel.ts";

const moment = { now: "2026-11-20T10:00:00Z", zone: "Europe/Athens" };
const any = {
  financial_status: FinancialStatus.any,
  fulfillment_status: FulfillmentStatus.any,
  order_status: OrderStatus.any,
} as const;
const filter = (sievers: SieverValues, statuses: Partial<FilterConditions> = {}): FilterConditions => ({
  ...any,
  ...statuses,
  sievers,
});
const line = (id: string, vendor: string, quantity: number): LineItem => ({ id, vendor, quantity });
const order = (changes: Partial<Order> = {}): Order => ({ id: "o", tags: ["vip"], lineItems: [], ...changes });

describe("the funnel of a filter", () => {
  const { OrderTags, Vendor, Quantity, Country, SalesChannel } = SieverCode;

  it("checks the conditions in the store's search first, then the order's, then its lines'", () => {
    const { fields, searched } = compileFunnel(
      filter(
        { [Vendor]: ["Acme"], [SalesChannel]: ["web"], [OrderTags]: ["vip", "!test"], [Country]: ["GR"] },
        { financial_status: FinancialStatus.paid, fulfillment_status: FulfillmentStatus.unshipped },
      ),
      moment,
    );
    expect(fields).toEqual([
      "financial_status",
      "fulfillment_status",
      `OrderSievers.${OrderTags}`,
      `OrderSievers.${SalesChannel}`,
      `OrderSievers.${Country}`,
      `OrderSievers.${Vendor}`,
    ]);
    expect(searched).toEqual([
      {
        field: "financial_status",
        query: "financial_status:paid",
        own: "financial_status:paid",
        exact: true,
      },
      {
        field: "fulfillment_status",
        query: "financial_status:paid -fulfillment_status:fulfilled -fulfillment_status:partial",
        own: "-fulfillment_status:fulfilled -fulfillment_status:partial",
        exact: false,
      },
      {
        field: `OrderSievers.${OrderTags}`,
        query: "financial_status:paid -fulfillment_status:fulfilled -fulfillment_status:partial tag:'vip'",
        own: "tag:'vip'",
        exact: false,
      },
    ]);
  });

  it("counts the conditions an order passes, where one line must pass all of those on lines", () => {
    const { countPassed } = compileFunnel(
      filter({ [OrderTags]: ["vip"], [Quantity]: [">1"], [Vendor]: ["Acme"] }),
      moment,
    );
    expect(countPassed(order({ tags: ["other"] }))).toBe(0);
    expect(countPassed(order({ lineItems: [line("1", "Acme", 1)] }))).toBe(1);
    // Each condition is met by one line, but no line meets both.
    expect(countPassed(order({ lineItems: [line("1", "Acme", 1), line("2", "Leaf", 5)] }))).toBe(2);
    expect(countPassed(order({ lineItems: [line("1", "Acme", 1), line("2", "Acme", 5)] }))).toBe(3);
  });

  it("passes exactly the orders that an export keeps", () => {
    const conditions = filter({ [OrderTags]: ["vip", "!test"], [Quantity]: [">1"], [Vendor]: ["!Leaf"] });
    const { fields, countPassed } = compileFunnel(conditions, moment);
    const { select } = compileOrdersFilter({
      filter: conditions,
      selectedOrderIds: [],
      requestedAt: moment.now,
      shop: { ianaTimezone: moment.zone },
    });
    const vendors = ["Acme", "Leaf"];
    const lines = vendors.flatMap((vendor) => [1, 2].map((quantity) => line(`${vendor}${quantity}`, vendor, quantity)));
    const orders = [[], ["vip"], ["vip", "test"]].flatMap((tags) =>
      Array.from({ length: 2 ** lines.length }, (_, set) =>
        order({ tags, lineItems: lines.filter((_, at) => set & (1 << at)) }),
      ),
    );
    for (const one of orders)
      expect(countPassed(one) === fields.length, JSON.stringify(one)).toBe(select(one) !== undefined);
  });

  it("has no steps for a filter without conditions", () => {
    const { fields, searched, countPassed } = compileFunnel(filter({}), moment);
    expect([fields, searched, countPassed(order())]).toEqual([[], [], 0]);
  });
});

import { describe, expect, it } from "vitest";
import { cellOfDecimal, decimal, sum } from "../acceptance/expected/decimal.ts";
import { type FixedOrder, type Money, readOrders, sentFulfillments, type Tax } from "./read-orders.ts";

const orders = readOrders();
const of = (money: Money | null): bigint => decimal(money?.shopMoney.amount ?? "0");
const taxes = (lines: readonly Tax[]): bigint => sum(lines.map(({ priceSet }) => of(priceSet)));
const discounted = (line: FixedOrder["lineItems"][number]): bigint =>
  of(line.originalTotalSet) - sum(line.discountAllocations.map(({ allocatedAmountSet }) => of(allocatedAmountSet)));
const refundedUnits = (order: FixedOrder, line: string): number =>
  order.refunds
    .flatMap(({ refundLineItems }) => refundLineItems)
    .filter(({ lineItem }) => lineItem.id === line)
    .reduce((units, { quantity }) => units + quantity, 0);
/** Lines that an edit took out before they were paid: no units left, none refunded. */
const removed = (order: FixedOrder) =>
  order.lineItems.filter(({ id, currentQuantity }) => currentQuantity === 0 && refundedUnits(order, id) === 0);

/** Every order whose two figures differ, as `#1001 10 20`. */
const differing = (one: (order: FixedOrder) => bigint, other: (order: FixedOrder) => bigint): string[] =>
  orders
    .filter((order) => one(order) !== other(order))
    .map((order) => `${order.name} ${cellOfDecimal(one(order))} ${cellOfDecimal(other(order))}`);

describe("the amounts of the fixed orders", () => {
  it("are 30 orders", () => expect(orders).toHaveLength(30));

  it("lines are unit price times quantity", () => {
    const total = (order: FixedOrder) => sum(order.lineItems.map(({ originalTotalSet }) => of(originalTotalSet)));
    const product = (order: FixedOrder) =>
      sum(order.lineItems.map((line) => of(line.originalUnitPriceSet) * BigInt(line.quantity)));
    expect(differing(total, product)).toEqual([]);
  });

  it("subtotals are the discounted lines without the tip", () => {
    const lines = (order: FixedOrder) => sum(order.lineItems.map(discounted)) - of(order.totalTipReceivedSet);
    expect(differing((order) => of(order.subtotalPriceSet), lines)).toEqual([]);
  });

  it("taxes are those of lines and shipping, and the order's tax lines add up to them", () => {
    const parts = (order: FixedOrder) =>
      sum([...order.lineItems, ...order.shippingLines].map(({ taxLines }) => taxes(taxLines)));
    expect(differing((order) => of(order.totalTaxSet), parts)).toEqual([]);
    expect(
      differing(
        (order) => of(order.totalTaxSet),
        ({ taxLines }) => taxes(taxLines),
      ),
    ).toEqual([]);
  });

  it("shipping totals are the shipping lines after discounts", () => {
    const lines = (order: FixedOrder) =>
      sum(order.shippingLines.map(({ discountedPriceSet }) => of(discountedPriceSet)));
    expect(differing((order) => of(order.totalShippingPriceSet), lines)).toEqual([]);
  });

  it("have the discounts of lines and shipping", () => {
    const parts = (order: FixedOrder) =>
      sum(order.lineItems.map((line) => of(line.originalTotalSet) - discounted(line))) +
      sum(order.shippingLines.map((line) => of(line.originalPriceSet) - of(line.discountedPriceSet)));
    expect(differing((order) => of(order.totalDiscountsSet), parts)).toEqual([]);
  });

  it("totals are subtotal, shipping, tip, duties, fees, and any tax not included in them", () => {
    const parts = (order: FixedOrder) =>
      of(order.subtotalPriceSet) +
      of(order.totalShippingPriceSet) +
      of(order.totalTipReceivedSet) +
      of(order.originalTotalDutiesSet) +
      of(order.originalTotalAdditionalFeesSet) +
      (order.taxesIncluded ? 0n : of(order.totalTaxSet));
    expect(differing((order) => of(order.totalPriceSet), parts)).toEqual([]);
    const duties = (order: FixedOrder) =>
      sum(order.lineItems.flatMap((line) => line.duties.map(({ price }) => of(price))));
    expect(differing((order) => of(order.originalTotalDutiesSet), duties)).toEqual([]);
  });

  it("refunds are their lines, shipping, duties and adjustments", () => {
    const parts = (order: FixedOrder) =>
      sum(
        order.refunds.map(
          ({ refundLineItems, refundShippingLines, orderAdjustments, duties }) =>
            sum(
              refundLineItems.map((line) => of(line.subtotalSet) + (order.taxesIncluded ? 0n : of(line.totalTaxSet))),
            ) +
            sum(refundShippingLines.map((line) => of(line.subtotalAmountSet) + of(line.taxAmountSet))) +
            sum(duties.map(({ amountSet }) => of(amountSet))) -
            sum(orderAdjustments.map((line) => of(line.amountSet) + of(line.taxAmountSet))),
        ),
      );
    expect(differing((order) => of(order.totalRefundedSet), parts)).toEqual([]);
    const refunds = (order: FixedOrder) => sum(order.refunds.map(({ totalRefundedSet }) => of(totalRefundedSet)));
    expect(differing((order) => of(order.totalRefundedSet), refunds)).toEqual([]);
    const shipping = (order: FixedOrder) =>
      sum(order.refunds.flatMap((one) => one.refundShippingLines.map((line) => of(line.subtotalAmountSet))));
    expect(differing((order) => of(order.totalRefundedShippingSet), shipping)).toEqual([]);
  });

  it("received and refunded amounts are the successful transactions", () => {
    const successful = (order: FixedOrder, ...kinds: string[]) =>
      sum(
        order.transactions
          .filter(({ kind, status }) => status === "SUCCESS" && kinds.includes(kind))
          .map(({ amountSet }) => of(amountSet)),
      );
    expect(
      differing(
        (order) => of(order.totalReceivedSet),
        (order) => successful(order, "SALE", "CAPTURE"),
      ),
    ).toEqual([]);
    expect(
      differing(
        (order) => of(order.totalRefundedSet),
        (order) => successful(order, "REFUND"),
      ),
    ).toEqual([]);
    const net = (order: FixedOrder) => of(order.totalReceivedSet) - of(order.totalRefundedSet);
    expect(differing((order) => of(order.netPaymentSet), net)).toEqual([]);
  });

  it("have current amounts after refunds and edits", () => {
    const refundLines = (order: FixedOrder) => order.refunds.flatMap(({ refundLineItems }) => refundLineItems);
    const subtotal = (order: FixedOrder) =>
      of(order.subtotalPriceSet) -
      sum(refundLines(order).map(({ subtotalSet }) => of(subtotalSet))) -
      sum(removed(order).map(discounted));
    expect(differing((order) => of(order.currentSubtotalPriceSet), subtotal)).toEqual([]);
    const tax = (order: FixedOrder) =>
      of(order.totalTaxSet) -
      sum(refundLines(order).map(({ totalTaxSet }) => of(totalTaxSet))) -
      sum(removed(order).map(({ taxLines }) => taxes(taxLines)));
    expect(differing((order) => of(order.currentTotalTaxSet), tax)).toEqual([]);
    const total = (order: FixedOrder) =>
      of(order.totalPriceSet) -
      of(order.totalRefundedSet) -
      sum(removed(order).map((line) => discounted(line) + taxes(line.taxLines)));
    expect(differing((order) => of(order.currentTotalPriceSet), total)).toEqual([]);
  });
});

describe("the units of the fixed orders", () => {
  it("are currently those ordered, less refunded and removed ones", () => {
    const astray = orders.flatMap((order) =>
      order.lineItems
        .filter((line) => !removed(order).includes(line))
        .filter(({ id, quantity, currentQuantity }) => currentQuantity !== quantity - refundedUnits(order, id))
        .map(({ name }) => `${order.name} ${name}`),
    );
    expect(astray).toEqual([]);
  });

  it("are each sent, waiting, or no longer fulfillable", () => {
    const sent = (order: FixedOrder, line: string): number =>
      sentFulfillments(order)
        .flatMap(({ fulfillmentLineItems }) => fulfillmentLineItems)
        .filter(({ lineItem }) => lineItem.id === line)
        .reduce((units, { quantity }) => units + quantity, 0);
    const astray = orders.flatMap((order) =>
      order.lineItems
        .filter(
          (line) => sent(order, line.id) !== line.quantity - line.unfulfilledQuantity - line.nonFulfillableQuantity,
        )
        .map(({ name }) => `${order.name} ${name}`),
    );
    expect(astray).toEqual([]);
  });

  it("of a fulfillment are those of its lines", () => {
    const astray = orders.flatMap(({ fulfillments }) =>
      fulfillments
        .filter(
          (one) => one.totalQuantity !== one.fulfillmentLineItems.reduce((units, { quantity }) => units + quantity, 0),
        )
        .map(({ name }) => name),
    );
    expect(astray).toEqual([]);
  });
});

describe("the ids of the fixed orders", () => {
  /** Ids of the objects that belong to one order. Products, customers and locations are shared. */
  const owned = (order: FixedOrder): string[] => [
    order.id,
    ...order.lineItems.map(({ id }) => id),
    ...order.shippingLines.map(({ id }) => id),
    ...order.refunds.flatMap((refund) => [
      refund.id,
      ...refund.refundLineItems.map(({ id }) => id),
      ...refund.refundShippingLines.map(({ id }) => id),
      ...refund.orderAdjustments.map(({ id }) => id),
    ]),
    ...order.transactions.map(({ id }) => id),
    ...order.fulfillments.flatMap(({ id, fulfillmentLineItems }) => [
      id,
      ...fulfillmentLineItems.map((line) => line.id),
    ]),
    ...order.fulfillmentOrders.flatMap(({ id, lineItems }) => [id, ...lineItems.map((line) => line.id)]),
  ];

  it("are unique, and end with each order's number", () => {
    const ids = orders.flatMap(owned);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect(new Set(orders.map(({ name }) => name)).size).toBe(orders.length);
    expect(orders.filter(({ id, legacyResourceId }) => !id.endsWith(`/${legacyResourceId}`))).toEqual([]);
  });

  it("exist wherever they are referred to", () => {
    const astray = orders.flatMap((order) => {
      const here = new Set(owned(order));
      const referred = [
        ...order.refunds.flatMap((refund) => [
          ...refund.refundLineItems.map(({ lineItem }) => lineItem.id),
          ...refund.refundShippingLines.map(({ shippingLine }) => shippingLine.id),
          ...refund.transactions.map(({ id }) => id),
        ]),
        ...order.transactions.flatMap(({ parentTransaction }) => (parentTransaction ? [parentTransaction.id] : [])),
        ...order.fulfillments.flatMap(({ fulfillmentOrders, fulfillmentLineItems }) => [
          ...fulfillmentOrders.map(({ id }) => id),
          ...fulfillmentLineItems.map(({ lineItem }) => lineItem.id),
        ]),
        ...order.fulfillmentOrders.flatMap(({ lineItems }) => lineItems.map(({ lineItem }) => lineItem.id)),
      ];
      return referred.filter((id) => !here.has(id)).map((id) => `${order.name} ${id}`);
    });
    expect(astray).toEqual([]);
    const applications = orders.flatMap(({ name, lineItems, discountApplications }) =>
      lineItems
        .flatMap(({ discountAllocations }) => discountAllocations)
        .filter(({ discountApplication }) => discountApplications[discountApplication.index] === undefined)
        .map(() => name),
    );
    expect(applications).toEqual([]);
  });

  it("are each once in their customer's history, which is oldest first", () => {
    const astray = orders.filter(({ id, createdAt, customer }) => {
      if (customer === null) return false;
      const dates = customer.orders.map((one) => one.createdAt);
      const own = customer.orders.filter((one) => one.id === id && one.createdAt === createdAt);
      return own.length !== 1 || dates.join() !== [...dates].sort().join();
    });
    expect(astray.map(({ name }) => name)).toEqual([]);
  });
});

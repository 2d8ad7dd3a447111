import { describe, expect, it } from "vitest";
import { DateBasis } from "../enumerations.ts";
import type { Agreement, Order, Transaction } from "./order.ts";
import { momentReaders } from "./order-moments.ts";

const day = (of: number, time = "12:00:00"): string => `2026-03-${String(of).padStart(2, "0")}T${time}Z`;

const money = (amount: string) => ({
  // Another rate, which must not matter.
  shopMoney: { amount: String(Number(amount) * 1.1) },
  presentmentMoney: { amount, currencyCode: "USD" },
});

const sold = (at: string, ...amounts: string[]): Agreement => ({
  id: `agreement ${at}`,
  happenedAt: at,
  sales: amounts.map((amount, index) => ({ id: `${index}`, totalAmount: money(amount) })),
});

const received = (at: string, amount: string, rest: Partial<Transaction> = {}): Transaction => ({
  id: `transaction ${at}`,
  kind: "SALE",
  status: "SUCCESS",
  createdAt: at,
  processedAt: at,
  amountSet: money(amount),
  ...rest,
});

const placed = { id: "1", createdAt: day(1), processedAt: day(1), displayFinancialStatus: "PENDING" };

const daysOf = (basis: DateBasis, order: Order): string[] =>
  momentReaders[basis].read(order).map(({ at, recordedAt }) => {
    const [happened, known] = [at, recordedAt].map((moment) => new Date(moment).getUTCDate());
    return happened === known ? `${happened}` : `${happened}, known on ${known}`;
  });

const paidOn = (order: Partial<Order>): string[] => daysOf(DateBasis.paid, { ...placed, transactions: [], ...order });

describe("an order is paid", () => {
  it.each<[string, string[], Partial<Order>]>([
    [
      "on the day of its payment",
      ["2"],
      { agreements: [sold(day(1), "100", "20")], transactions: [received(day(2), "120")] },
    ],
    [
      "when parts of the money add up to all of it",
      ["4"],
      { agreements: [sold(day(1), "100")], transactions: [received(day(2), "40"), received(day(4), "60")] },
    ],
    [
      "never, with a part of the money",
      [],
      { agreements: [sold(day(1), "100")], transactions: [received(day(2), "99.99")] },
    ],
    [
      "by a capture, not by its authorization, a failed payment or a test",
      ["5"],
      {
        agreements: [sold(day(1), "100")],
        transactions: [
          received(day(2), "100", { kind: "AUTHORIZATION" }),
          received(day(3), "100", { status: "FAILURE" }),
          received(day(4), "100", { test: true }),
          received(day(5), "100", { kind: "CAPTURE" }),
        ],
      },
    ],
    [
      "once: a later edit, its payment and a refund change nothing",
      ["2"],
      {
        agreements: [sold(day(1), "100"), sold(day(5), "20"), sold(day(8), "-120")],
        transactions: [received(day(2), "100"), received(day(6), "20"), received(day(8), "120", { kind: "REFUND" })],
      },
    ],
    [
      "when an edit brings the amount due down to the money received",
      ["5"],
      { agreements: [sold(day(1), "100"), sold(day(5), "-30")], transactions: [received(day(2), "70")] },
    ],
    ["when placed, if it is free", ["1"], { agreements: [sold(day(1), "100", "-100"), sold(day(3), "10")] }],
    ["never, if it is canceled before any payment", [], { agreements: [sold(day(1), "100"), sold(day(3), "-100")] }],
    [
      "never, if it is canceled after a deposit, which is refunded",
      [],
      {
        agreements: [sold(day(1), "100"), sold(day(5), "-100")],
        transactions: [received(day(2), "40"), received(day(5), "40", { kind: "REFUND" })],
      },
    ],
    [
      "not by a deposit that comes before the sale",
      ["3"],
      { agreements: [sold(day(1), "100")], transactions: [received(day(1, "11:59:59"), "40"), received(day(3), "60")] },
    ],
    [
      "on the day of a backdated payment, which is known later",
      ["2, known on 9"],
      { agreements: [sold(day(1), "100")], transactions: [received(day(2), "100", { createdAt: day(9) })] },
    ],
    [
      "when it was first known, whatever is backdated afterwards",
      ["4"],
      {
        agreements: [sold(day(1), "100")],
        transactions: [received(day(4), "100"), received(day(2), "100", { id: "later", createdAt: day(9) })],
      },
    ],
    [
      "not before it was placed",
      ["1"],
      {
        agreements: [sold(day(1), "100")],
        transactions: [received("2026-02-20T12:00:00Z", "100", { createdAt: day(1) })],
      },
    ],
    [
      "when placed, if the store knows no transactions of a paid order",
      ["1, known on 7"],
      { createdAt: day(7), displayFinancialStatus: "PAID", agreements: [sold(day(1), "100")] },
    ],
    [
      "by cash that was rounded down, whatever is refunded later",
      ["2"],
      {
        agreements: [sold(day(1), "10.02"), sold(day(6), "-5")],
        transactions: [received(day(2), "10", { amountRoundingSet: money("-0.02") })],
      },
    ],
    [
      "by its last payment, if the amounts of a paid order never add up",
      ["3"],
      {
        displayFinancialStatus: "PAID",
        agreements: [sold(day(1), "10.02")],
        transactions: [received(day(2), "5"), received(day(3), "5")],
      },
    ],
  ])("%s", (_title, days, order) => {
    expect(paidOn(order)).toEqual(days);
    expect(paidOn({ ...order, transactions: order.transactions?.toReversed() ?? [] })).toEqual(days);
  });
});

it("is read without the time of its creation, as columns of unreadable orders are", () => {
  expect(daysOf(DateBasis.canceled, { id: "1", cancelledAt: day(4) })).toEqual(["4"]);
});

it("is processed on the original day of an import", () => {
  expect(daysOf(DateBasis.processed, { id: "1", createdAt: day(9), processedAt: day(2) })).toEqual(["2, known on 9"]);
});

const parcels = [
  { id: "a", status: "SUCCESS", createdAt: day(3) },
  { id: "b", status: "CANCELLED", createdAt: day(9) },
  { id: "c", status: "SUCCESS", createdAt: day(6) },
];

it("is shipped with each parcel, and fulfilled with the last one", () => {
  const order = { ...placed, displayFulfillmentStatus: "FULFILLED", fulfillments: parcels };
  expect(daysOf(DateBasis.shipped, order)).toEqual(["3", "6"]);
  expect(daysOf(DateBasis.fulfilled, order)).toEqual(["6"]);
  expect(daysOf(DateBasis.fulfilled, { ...order, displayFulfillmentStatus: "PARTIALLY_FULFILLED" })).toEqual([]);
});

it("is refunded with each refund, canceled once, and changed last", () => {
  const refunds = [
    { id: "a", createdAt: day(8), processedAt: day(5) },
    { id: "b", createdAt: day(6), processedAt: null },
  ];
  expect(daysOf(DateBasis.refunded, { ...placed, refunds })).toEqual(["5, known on 8", "6"]);
  expect(daysOf(DateBasis.canceled, { ...placed, cancelledAt: day(4) })).toEqual(["4"]);
  expect(daysOf(DateBasis.canceled, { ...placed, cancelledAt: null })).toEqual([]);
  expect(daysOf(DateBasis.changed, { ...placed, updatedAt: day(7) })).toEqual(["7"]);
});

import { describe, expect, it } from "vitest";
import { onOrder } from "../../groupings/one-column-for-tests.ts";
import type { Customer } from "../../orders/order.ts";
import { ada, bareOrder, fullOrder } from "../orders-for-tests.ts";

type Past = NonNullable<Customer["orders"]>[number];
const past = (number: number, createdAt: string, changes: Partial<Past> = {}): Past => ({
  id: `gid://shopify/Order/${number}`,
  createdAt,
  cancelledAt: null,
  test: false,
  ...changes,
});
const own = past(1001, "2026-10-20T14:05:00Z");

const { orders: _, ...withoutHistory } = ada;

/** Texts of the four columns if the customer has these orders; without an argument, the history is unknown. */
const shown = (orders?: Past[]): (string | null)[] =>
  ["IsReturningCustomer", "CustomerFirstOrderDate", "PreviousOrderDate", "PreviousOrdersCount"].map((key) =>
    onOrder(key, { ...fullOrder, cancelledAt: null, customer: orders ? { ...ada, orders } : withoutHistory }),
  );

describe("a customer's history", () => {
  it("describes a first order if there is no other", () => {
    expect(shown([own])).toEqual(["No", own.createdAt, null, "0"]);
  });

  it("finds the first and the previous order, regardless of their sequence", () => {
    const july = past(7, "2026-07-07T00:00:00Z");
    const august = past(8, "2026-08-08T00:00:00Z");
    const september = past(9, "2026-09-09T00:00:00Z");
    expect(shown([august, september, own, july])).toEqual(["Yes", july.createdAt, september.createdAt, "3"]);
  });

  it("ignores cancelled orders, test orders and later ones", () => {
    const cancelled = past(6, "2026-06-06T00:00:00Z", { cancelledAt: "2026-06-07T00:00:00Z" });
    const test = past(5, "2026-05-05T00:00:00Z", { test: true });
    expect(shown([cancelled, test, own, past(12, "2026-12-12T00:00:00Z")])).toEqual(["No", own.createdAt, null, "0"]);
  });

  it("does not count the order itself, or one in the same second, as a previous order", () => {
    expect(shown([own, { ...own, id: "gid://shopify/Order/1000" }])).toEqual(["No", own.createdAt, null, "0"]);
  });

  it("does not start with this order if it is cancelled or a test", () => {
    const later = past(12, "2026-12-12T00:00:00Z");
    expect(shown([{ ...own, cancelledAt: "2026-10-21T00:00:00Z" }, later])).toEqual(["No", later.createdAt, null, "0"]);
    expect(shown([{ ...own, test: true }])).toEqual(["No", null, null, "0"]);
  });

  it("is blank if it is unknown or the order has no customer", () => {
    expect(shown()).toEqual([null, null, null, null]);
    expect(onOrder("IsReturningCustomer", bareOrder)).toBeNull();
    expect(onOrder("PreviousOrdersCount", bareOrder)).toBeNull();
  });
});

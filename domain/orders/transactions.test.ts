import { describe, expect, it } from "vitest";
import type { Order, Transaction } from "./order.ts";
import { capturedAmount, paidAmount, refundedByTransactions, transactionMoment } from "./transactions.ts";

const moved = (kind: string, amount: string, status = "SUCCESS"): Transaction => ({
  id: `gid://shopify/OrderTransaction/${amount}`,
  kind,
  status,
  amountSet: { shopMoney: { amount } },
});

describe("the amounts of an order's transactions", () => {
  const order: Order = {
    id: "gid://shopify/Order/1",
    transactions: [
      moved("AUTHORIZATION", "100.00"),
      moved("CAPTURE", "60.10"),
      moved("CAPTURE", "39.90", "PENDING"),
      moved("SALE", "20.20"),
      moved("SALE", "1.0", "FAILURE"),
      moved("CHANGE", "5.0"),
      moved("REFUND", "80.31"),
      moved("REFUND", "9.0", "ERROR"),
      moved("VOID", "7.0"),
    ],
  };

  it("include only successful ones, exactly, and are negative if more was refunded than received", () => {
    expect(capturedAmount(order)).toBe("80.3");
    expect(refundedByTransactions(order)).toBe("80.31");
    expect(paidAmount(order)).toBe("-0.01");
  });

  it("are 0 without transactions, and unknown if these are unknown", () => {
    for (const amount of [capturedAmount, refundedByTransactions, paidAmount]) {
      expect(amount({ id: "1", transactions: [] })).toBe("0");
      expect(amount({ id: "1" })).toBeNull();
    }
  });
});

describe("the time of a transaction", () => {
  const noted = { id: "1", createdAt: "2026-11-02T00:00:00Z" };

  it("is when it was processed, or else when it was created", () => {
    expect(transactionMoment({ ...noted, processedAt: "2026-11-01T00:00:00Z" })).toBe("2026-11-01T00:00:00Z");
    expect(transactionMoment({ ...noted, processedAt: null })).toBe("2026-11-02T00:00:00Z");
  });
});

import { describe, expect, it } from "vitest";
import { FinancialStatus, FulfillmentStatus, OrderStatus } from "../../enumerations.ts";
import type { FilterConditions, SieverValues } from "../filter.ts";
import { SieverCode, sievers } from "../sievers.ts";
import { nativeConditions } from "./native.ts";

const any = {
  financial_status: FinancialStatus.any,
  fulfillment_status: FulfillmentStatus.any,
  order_status: OrderStatus.any,
} as const;
const moment = { now: "2026-11-20T10:00:00Z", zone: "Europe/Athens" };
const native = (values: SieverValues, statuses: Partial<FilterConditions> = {}) =>
  nativeConditions({ ...any, ...statuses, sievers: values }, moment);
const ofTags = (...tags: string[]) => native({ [SieverCode.OrderTags]: tags });

describe("the platform's search (R-21)", () => {
  it("is empty and exact for a filter without conditions", () => {
    expect(native({ [SieverCode.OrderTags]: [] })).toEqual({ query: "", exact: true });
  });

  it.each<[string[], string, boolean]>([
    [["vip"], "tag:'vip'", true],
    [[" VIP "], "tag:'vip'", true],
    [["vip", "Wholesale"], "(tag:'vip' OR tag:'wholesale')", true],
    [["date(YYYY; 0)"], "tag:'2026'", true],
    // The search may split words, and then finds more.
    [["b2b, net 30"], "tag:'b2b, net 30'", false],
    [["vip", "pre-order"], "(tag:'vip' OR tag:'pre-order')", false],
    [["it's"], "tag:'it\\'s'", false],
    [["a\\b"], "tag:'a\\\\b'", false],
    [["vi\\*"], "tag:'vi*'", false],
    // `!` and stars are checked on the order.
    [["vip", "!test"], "tag:'vip'", false],
    [["vip", "*"], "tag:'vip'", false],
    [["!test"], "", false],
    [["*"], "", false],
    [["!*"], "", false],
    // The search may fold case differently, and omitting one alternative would narrow it.
    [["räumung"], "", false],
    [["vip", "Élite"], "", false],
    [["vip", "🎁"], "", false],
    [["!!!"], "", false],
    [["vip", "---"], "", false],
  ])("for the order tags %j is: %s", (tags, query, exact) => {
    expect(ofTags(...tags)).toEqual({ query, exact });
  });

  it("leaves tags out when their search would be too long", () => {
    const many = Array.from({ length: 500 }, (_, place) => `tag${place}`);
    expect(ofTags(...many)).toEqual({ query: "", exact: false });
    expect(ofTags(...many.slice(0, 100)).exact).toBe(true);
  });

  it("leaves every siever except order tags to the check on the order", () => {
    for (const { code, kind } of sievers) {
      if (code === SieverCode.OrderTags) continue;
      const value = { text: "web", number: "5", day: "2026-11-01", whitelist: "pending" }[kind];
      expect(native({ [code]: [value] }), String(code)).toEqual({ query: "", exact: false });
    }
  });

  it.each<[Partial<FilterConditions>, string, boolean]>([
    [{ financial_status: FinancialStatus.paid }, "financial_status:paid", true],
    [
      { financial_status: FinancialStatus.has_paid },
      "(financial_status:paid OR financial_status:partially_refunded OR financial_status:refunded)",
      true,
    ],
    [{ fulfillment_status: FulfillmentStatus.shipped }, "fulfillment_status:fulfilled", true],
    [{ fulfillment_status: FulfillmentStatus.partial }, "fulfillment_status:partial", true],
    [
      { fulfillment_status: FulfillmentStatus.unshipped },
      "-fulfillment_status:fulfilled -fulfillment_status:partial",
      false,
    ],
    [{ fulfillment_status: FulfillmentStatus.hasPending }, "-fulfillment_status:fulfilled", false],
    [{ order_status: OrderStatus.open }, "status:open -status:cancelled", true],
    [{ order_status: OrderStatus.closed }, "status:closed -status:cancelled", true],
    [{ order_status: OrderStatus.cancelled }, "status:cancelled", true],
  ])("for the statuses %j is: %s", (statuses, query, exact) => {
    expect(native({}, statuses)).toEqual({ query, exact });
  });

  it("joins all parts, and is exact when each of them is", () => {
    const statuses = { financial_status: FinancialStatus.unpaid, order_status: OrderStatus.cancelled };
    const query =
      "(financial_status:pending OR financial_status:authorized OR financial_status:partially_paid) status:cancelled tag:'vip'";
    expect(native({ [SieverCode.OrderTags]: ["vip"] }, statuses)).toEqual({ query, exact: true });
    expect(native({ [SieverCode.OrderTags]: ["vip"], [SieverCode.Sku]: ["1"] }, statuses)).toEqual({
      query,
      exact: false,
    });
  });
});

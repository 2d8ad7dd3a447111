import { describe, expect, it } from "vitest";
import { orderAt } from "../generate/order.ts";
import { demoShop } from "../generate/shops.ts";
import type { DemoOrder } from "../generate/types.ts";
import { createShopOrders, foundCount } from "../platform/orders.ts";
import { compileSearch } from "./compile.ts";
import { parseSearch } from "./parse.ts";

const demoNow = new Date("2026-11-20T10:30:17Z");
const shop = demoShop("aurora-demo", { demoNow });
const all = Array.from({ length: shop.orders }, (_, index) => orderAt(shop, index));
const orders = createShopOrders(shop);

const find = async (query: string): Promise<string[]> => {
  const { from, to, list } = await orders.find(query, shop.orders, 0, demoNow.getTime());
  const indices = list ?? Array.from({ length: to - from }, (_, n) => from + n);
  return indices.map((index) => all[index]?.name ?? "");
};
const named = (holds: (order: DemoOrder) => boolean): string[] => all.filter(holds).map(({ name }) => name);
const warningsOf = (query: string) =>
  compileSearch(shop, query, shop.orders, { zone: shop.zone, now: demoNow.getTime() }).warnings;

describe("a search for orders", () => {
  it.each<[string, (order: DemoOrder) => boolean]>([
    ["", () => true],
    ["financial_status:paid", (order) => order.displayFinancialStatus === "PAID"],
    ["financial_status:PAID", (order) => order.displayFinancialStatus === "PAID"],
    ["-financial_status:paid", (order) => order.displayFinancialStatus !== "PAID"],
    ["NOT financial_status:paid", (order) => order.displayFinancialStatus !== "PAID"],
    [
      "(financial_status:paid OR financial_status:refunded) tag:'vip'",
      (order) => ["PAID", "REFUNDED"].includes(order.displayFinancialStatus) && order.tags.includes("vip"),
    ],
    // OR binds less tightly than a space's AND: without brackets the meaning differs.
    [
      "financial_status:paid OR financial_status:refunded tag:'vip'",
      (order) =>
        order.displayFinancialStatus === "PAID" ||
        (order.displayFinancialStatus === "REFUNDED" && order.tags.includes("vip")),
    ],
    ["tag:'b2b, net 30'", (order) => order.tags.includes("b2b, net 30")],
    ['tag:"=review"', (order) => order.tags.includes("=review")],
    ["tag:vi*", (order) => order.tags.some((tag) => tag.startsWith("vi"))],
    ["tag_not:vip", (order) => !order.tags.includes("vip")],
    ["test:true", (order) => order.test],
    ["status:cancelled", (order) => order.cancelledAt !== null],
    ["status:open", (order) => !order.closed && order.cancelledAt === null],
    ["status:closed AND test:false", (order) => order.closed && order.cancelledAt === null && !order.test],
    ["fulfillment_status:shipped", (order) => order.displayFulfillmentStatus === "FULFILLED"],
    ["fulfillment_status:partial", (order) => order.displayFulfillmentStatus === "PARTIALLY_FULFILLED"],
    ["name:1042", (order) => order.name === "#1042"],
    ["name:'#1042'", (order) => order.name === "#1042"],
    ["channel:web,pos", (order) => ["web", "pos"].includes(order.attribution?.handle ?? "")],
    ["sales_channel:'Point of Sale'", (order) => order.attribution?.handle === "pos"],
    ["location_id:70000000000", (order) => order.retailLocation !== null],
    [
      "fulfillment_location_id:70000000013",
      (order) => order.fulfillments.some((one) => one.location.legacyResourceId === "70000000013"),
    ],
    ["discount_code:welcome10", (order) => order.discountCode === "WELCOME10"],
    [
      "subtotal_line_items_quantity:5..20",
      (order) => order.subtotalLineItemsQuantity >= 5 && order.subtotalLineItemsQuantity <= 20,
    ],
    ["current_total_price:>=100.5", (order) => Number(order.currentTotalPriceSet.shopMoney.amount) >= 100.5],
    ["total_weight:>2kg", (order) => Number(order.totalWeight) > 2000],
    [
      "created_at:>='2026-10-01T00:00:00Z' created_at:<'2026-11-01T00:00:00Z'",
      (order) => order.createdAt >= "2026-10-01" && order.createdAt < "2026-11-01",
    ],
    ["created_at:<=2025", () => false],
    ["created_at:2026-11", (order) => order.createdAt >= "2026-10-31T22:00:00Z"],
    ["NOT created_at:>='2026-10-01T00:00:00Z'", (order) => order.createdAt < "2026-10-01"],
    ["updated_at:>'2026-11-15T00:00:00Z'", (order) => order.updatedAt > "2026-11-15T00:00:00Z"],
    ["metafields.custom.packing:'box 3'", (order) => order.metafields.some(({ value }) => value === "box 3")],
    ["gift_word_that_is_nowhere", () => false],
  ])("%s", async (query, holds) => {
    expect(await find(query)).toEqual(named(holds));
    expect(warningsOf(query)).toEqual([]);
  });

  it("finds an order by its id, and by a range of ids", async () => {
    const wanted = all[41];
    expect(await find(`id:${wanted?.legacyResourceId}`)).toEqual([wanted?.name]);
    expect(await find(`id:>=${wanted?.legacyResourceId}`)).toHaveLength(shop.orders - 41);
    expect(await find(`id:<${wanted?.legacyResourceId}`)).toHaveLength(41);
  });

  it.each([
    ["colour:blue", [{ field: "colour", code: "invalid_field" }], 300],
    ["colour:blue test:true", [{ field: "colour", code: "invalid_field" }], 4],
    ["financial_status:payed", [{ field: "financial_status", code: "invalid_value" }], 0],
    ["created_at:yesterday", [{ field: "created_at", code: "invalid_value" }], 0],
    // Dates must be quoted: otherwise the colons end them.
    ["created_at:>=2026-01-01T00:00:00Z", [{ field: "created_at", code: "invalid_value" }], 0],
    ["test:maybe OR test:true", [{ field: "test", code: "invalid_value" }], 4],
  ])("warns of %s", async (query, warnings, count) => {
    expect(warningsOf(query)).toMatchObject(warnings);
    expect(await find(query)).toHaveLength(count);
  });

  it("reads quotes, escapes and unbalanced brackets", () => {
    expect(parseSearch("tag:'it\\'s \\\\ fine'")).toMatchObject({ field: "tag", value: "it's \\ fine", quoted: true });
    expect(parseSearch("tag: vip")).toMatchObject({ field: "tag", value: "vip" });
    expect(parseSearch('tag:"a*"')).toMatchObject({ value: "a*", prefix: false });
    expect(parseSearch("((tag:a)")).toMatchObject({ field: "tag" });
    expect(parseSearch("tag:a) OR tag:b")).not.toBeNull();
    expect(parseSearch("  ( ) AND OR ")).toBeNull();
  });

  it("counts the orders of a date range among 120,000 without generating one", async () => {
    const cumulus = demoShop("cumulus-demo", { demoNow });
    const found = await createShopOrders(cumulus).find(
      "created_at:>='2026-10-01T00:00:00Z' created_at:<'2026-11-01T00:00:00Z'",
      cumulus.orders,
      0,
      0,
    );
    expect(found.list).toBeNull();
    const first = cumulus.timeline.countBefore(Date.parse("2026-10-01T00:00:00Z"));
    expect(foundCount(found)).toBe(cumulus.timeline.countBefore(Date.parse("2026-11-01T00:00:00Z")) - first);
    expect(foundCount(found)).toBeGreaterThan(3000);
  });
});

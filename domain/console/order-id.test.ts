import { describe, expect, it } from "vitest";
import { isOrderSearch, parseOrderId } from "./order-id.ts";

describe("support's input for finding an order", () => {
  it.each([
    "5800012285983",
    " 5800012285983 ",
    "https://admin.shopify.com/store/aurora-demo/orders/5800012285983",
    "https://aurora-demo.myshopify.com/admin/orders/5800012285983?from=list#notes",
    "gid://shopify/Order/5800012285983",
  ])("may be its id, alone or at the end of an address: %s", (typed) => {
    expect(parseOrderId(typed)).toEqual({ id: "5800012285983" });
    expect(isOrderSearch(typed)).toBe(true);
  });

  it.each(["1300", "#1300", "#5800012285983", "EU-1300"])(
    "is rejected if it is the order's name, and the error says where to find the id: %s",
    (typed) => {
      expect(parseOrderId(typed)).toEqual({
        problem: expect.stringMatching(
          /isn't an order's id\. Open the order in the shop's admin: .* at the end of the page's address/,
        ),
      });
    },
  );

  it.each([
    ["#1042", true],
    ["1042", true],
    ["aurora-demo", false],
    ["EU-1300", false],
    ["b2f5c0e4-7a61-4c7d-9a41-0d4f6a6a2c11", false],
  ])("%s counts as an order search: %j", (typed, may) => {
    expect(isOrderSearch(typed)).toBe(may);
  });
});

import { describe, expect, it } from "vitest";
import { access, connectFake, json, seesAllOrders } from "./testing/fakes.ts";

const query = "created_at:<'2026-11-20T12:00:00Z'";
const node = (number: number, changes: object = {}) => ({
  id: `gid://shopify/Order/${number}`,
  name: `#${number}`,
  createdAt: "2026-11-20T10:00:00Z",
  displayFinancialStatus: "PAID",
  displayFulfillmentStatus: "UNFULFILLED",
  totalPriceSet: { shopMoney: { amount: "12.5" } },
  customer: { id: "gid://shopify/Customer/1", displayName: "Ada L." },
  ...changes,
});
const page = (nodes: object[], hasPreviousPage: boolean, hasNextPage: boolean) =>
  json({
    data: {
      orders: { nodes, pageInfo: { hasPreviousPage, hasNextPage, startCursor: "start", endCursor: "end" } },
      ...seesAllOrders,
    },
  });

describe("A page of orders", () => {
  it("is the first one without a cursor, and has the cursor of the next", async () => {
    const { platform, server } = await connectFake({}, page([node(2, { customer: null }), node(1)], false, true));
    expect(await platform.fetchOrderPage(access, { query, first: 250 })).toEqual({
      orders: [
        expect.objectContaining({ id: "gid://shopify/Order/2", customer: null }),
        {
          id: "gid://shopify/Order/1",
          name: "#1",
          createdAt: "2026-11-20T10:00:00Z",
          customer: "Ada L.",
          financialStatus: "PAID",
          fulfillmentStatus: "UNFULFILLED",
          price: "12.5",
        },
      ],
      previous: null,
      next: "end",
    });
    expect(server.calls[0]?.body.variables).toEqual({ query, first: 250, after: null });
    expect(server.calls[0]?.body.query).toContain("sortKey: CREATED_AT, reverse: true");
  });

  it("comes after or before a cursor", async () => {
    const { platform, server } = await connectFake({}, page([node(1)], true, false), page([node(1)], true, true));
    expect(await platform.fetchOrderPage(access, { query, first: 2, after: "c1" })).toMatchObject({
      previous: "start",
      next: null,
    });
    expect(await platform.fetchOrderPage(access, { query, first: 2, before: "c2" })).toMatchObject({
      previous: "start",
      next: "end",
    });
    expect(server.calls.map((call) => call.body.variables)).toEqual([
      { query, first: 2, after: "c1" },
      { query, last: 2, before: "c2" },
    ]);
  });

  it("is an error if the platform sends something else", async () => {
    const { platform } = await connectFake({}, page([node(1, { name: null })], false, false));
    await expect(platform.fetchOrderPage(access, { query, first: 2 })).rejects.toMatchObject({
      code: "unexpected-answer",
    });
  });
});

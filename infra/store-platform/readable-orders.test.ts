import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type DemoPlatform, demoPlatform } from "#tests/support/demo-platform.ts";
import { access, connectFake, json, seesAllOrders } from "./testing/fakes.ts";

let demo: DemoPlatform;
/** The shop's newest orders, newest first. */
let names: string[];
beforeAll(async () => {
  demo = await demoPlatform(access, new Date("2026-11-20T12:00:00Z"));
  const query = "created_at:<='2026-11-20T12:00:00Z'";
  names = (await demo.platform.fetchOrderPage(access, { query, first: 250 })).orders.map(({ name }) => name);
});
afterEach(() => demo.desk.faults.clear());
afterAll(() => demo.close());

const breaks = (place: number, path: string) =>
  demo.fault("order-unreadable", { order: names[place], path, code: "INTERNAL_SERVER_ERROR", times: 1_000_000 });
/** The suggestions, with the waits and requests that they took. */
const suggest = async () => {
  const [waits, queries] = [demo.waits.length, demo.desk.stats.queries];
  const { orders, words } = await demo.platform.fetchSuggestions(access);
  return { orders, words, waits: demo.waits.length - waits, queries: demo.desk.stats.queries - queries };
};

describe("Suggestions when the platform fails to read some orders", () => {
  it.each(["tags", "lineItems", "customer", "id", "lineItems.title"])(
    "leave out an order whose %s fails, without waiting",
    async (path) => {
      const { orders, words } = await suggest();
      breaks(7, path);
      const found = await suggest();
      expect(found).toMatchObject({ orders: orders - 1, waits: 0, queries: 4 });
      for (const [kind, list] of Object.entries(words))
        expect(found.words[kind as keyof typeof words].length).toBeGreaterThanOrEqual(list.length / 2);
    },
  );

  it("also leave out the first order, the last one and adjacent ones", async () => {
    const { orders } = await suggest();
    for (const place of [0, 7, 8, orders - 1]) breaks(place, "tags");
    expect(await suggest()).toMatchObject({ orders: orders - 4, waits: 0 });
  });

  it("come from the orders before the failing ones if many fail", async () => {
    for (let place = 10; place < 40; place++) breaks(place, "tags");
    expect(await suggest()).toMatchObject({ orders: 10, waits: 0 });
  });

  it("fail at once, saying that the platform can't read many orders, if it read none", async () => {
    for (let place = 0; place < 40; place++) breaks(place, "tags");
    const before = demo.waits.length;
    await expect(suggest()).rejects.toThrow("The store platform can't read many of your orders right now.");
    expect(demo.waits.length).toBe(before);
  });

  it("skip several orders that one response reports", async () => {
    const page = (after: string, nodes: object[] = []) => {
      const orders = { nodes, pageInfo: { hasNextPage: true, endCursor: after } };
      return json({ data: { orders, productTags: null, productTypes: null, productVendors: null, ...seesAllOrders } });
    };
    const errors = [5, 1, 2].map((place) => ({ message: "Internal error", path: ["orders", "nodes", place, "tags"] }));
    const replies = [json({ data: null, errors }), page("a"), page("b"), page("c"), page("d"), page("e")];
    const { platform, server } = await connectFake({}, ...replies);
    await platform.fetchSuggestions(access);
    expect(server.calls.map(({ body }) => [body.variables.first, body.variables.after])).toEqual([
      [250, null],
      [1, null],
      [2, "a"],
      [2, "b"],
      [1, "c"],
      [244, "d"],
    ]);
  });
});

describe("Attribute names when the platform fails to read an order", () => {
  it.each(["customAttributes", "lineItems", "id"])(
    "leave out an order whose %s fails, without waiting",
    async (path) => {
      const names = await demo.platform.fetchAttributeNames(access);
      breaks(7, path);
      const before = demo.waits.length;
      const found = await demo.platform.fetchAttributeNames(access);
      expect(demo.waits.length).toBe(before);
      expect(found.noteAttributes).toEqual(expect.arrayContaining(names.noteAttributes.slice(0, 1)));
    },
  );
});

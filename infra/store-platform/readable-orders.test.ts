import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type DemoPlatform, demoPlatform } from "#tests/support/demo-platform.ts";
import { access, type Call, connectFake, json, seesAllOrders } from "./testing/fakes.ts";

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
  const { ordersRead, words, isPartial } = await demo.platform.fetchSuggestions(access);
  return { ordersRead, words, isPartial, waits: demo.waits.length - waits, queries: demo.desk.stats.queries - queries };
};

describe("Suggestions when the platform fails to read some orders", () => {
  it.each(["tags", "lineItems", "customer", "id", "lineItems.title"])(
    "leave out an order whose %s fails, without waiting",
    async (path) => {
      const { ordersRead, words, isPartial } = await suggest();
      expect(isPartial).toBe(false);
      breaks(7, path);
      const found = await suggest();
      expect(found).toMatchObject({ ordersRead: ordersRead - 1, isPartial: true, waits: 0, queries: 4 });
      for (const [kind, list] of Object.entries(words))
        expect(found.words[kind as keyof typeof words].length).toBeGreaterThanOrEqual(list.length / 2);
    },
  );

  it("also leave out the first order, the last one and adjacent ones", async () => {
    const { ordersRead } = await suggest();
    for (const place of [0, 7, 8, ordersRead - 1]) breaks(place, "tags");
    expect(await suggest()).toMatchObject({ ordersRead: ordersRead - 4, waits: 0 });
  });

  it.each([
    { from: 0, to: 18, atLeast: 210 },
    { from: 10, to: 40, atLeast: 210 },
    { from: 0, to: 40, atLeast: 180 },
    { from: 232, to: 250, atLeast: 230 },
  ])("come from the orders around many neighbours that fail: $from to $to", async ({ from, to, atLeast }) => {
    for (let place = from; place < to; place++) breaks(place, "tags");
    const { ordersRead, waits, queries } = await suggest();
    expect(ordersRead).toBeGreaterThanOrEqual(atLeast);
    expect(ordersRead).toBeLessThanOrEqual(250 - (to - from));
    expect(waits).toBe(0);
    expect(queries).toBeLessThanOrEqual(15);
  });

  it("fail at once, saying that the platform can't read many orders, if it read none", async () => {
    for (let place = 0; place < names.length; place++) breaks(place, "tags");
    const before = demo.waits.length;
    await expect(suggest()).rejects.toThrow("The store platform can't read many of your orders right now.");
    expect(demo.waits.length).toBe(before);
  });

  it.each(
    (["first", "last", "all"] as const).flatMap((told) => [
      { told, failing: "18 at the beginning", fails: (number: number) => number < 18, atLeast: 210 },
      { told, failing: "18 later", fails: (number: number) => number >= 50 && number < 68, atLeast: 210 },
      { told, failing: "every 25th", fails: (number: number) => number % 25 === 0, atLeast: 24 },
    ]),
  )("come from the readable orders if $failing fail, told of the $told", async ({ told, fails, atLeast }) => {
    const node = {
      ...{ tags: [], discountCodes: [], customAttributes: [], lineItems: { nodes: [] } },
      ...{ attribution: null, customer: null, shippingAddress: null, billingAddress: null, shippingLine: null },
      ...{ presentmentCurrencyCode: "EUR", paymentGatewayNames: [], sourceName: null },
    };
    const reply = ({ body: { query: text = "", variables } }: Call) => {
      const from = variables.after === null ? 0 : Number(variables.after) + 1;
      const to = Math.min(250, from + Number(variables.first));
      const wanted = Array.from({ length: to - from }, (_, index) => from + index);
      const broken = text.includes("tags") ? wanted.filter(fails) : [];
      if (broken.length > 0) {
        const some = told === "all" ? broken : told === "first" ? broken.slice(0, 1) : broken.slice(-1);
        const errors = some.map((number) => ({ message: "no", path: ["orders", "nodes", number - from, "tags"] }));
        return json({ data: null, errors });
      }
      const pageInfo = { hasNextPage: to < 250, endCursor: wanted.length === 0 ? null : String(to - 1) };
      const orders = { nodes: wanted.map(() => node), pageInfo };
      return json({ data: { orders, productTags: null, productTypes: null, productVendors: null, ...seesAllOrders } });
    };
    const { platform, server } = await connectFake({}, ...Array.from({ length: 100 }, () => reply));
    const { ordersRead, isPartial } = await platform.fetchSuggestions(access);
    expect(ordersRead).toBeGreaterThanOrEqual(atLeast);
    expect(isPartial).toBe(true);
    expect(server.calls.length).toBeLessThanOrEqual(15);
  });

  it.each([
    ["fail if all of many orders do", 21, "rejected"],
    ["are empty and partial if all of few orders fail", 20, "partial"],
  ])("%s, told in one response", async (_, total, outcome) => {
    const reply = ({ body: { query: text = "", variables } }: Call) => {
      const from = variables.after === null ? 0 : total;
      const fails = from === 0 && text.includes("tags");
      const places = Array.from({ length: total - from }, (_, place) => place);
      if (fails) {
        const errors = places.map((place) => ({ message: "no", path: ["orders", "nodes", place, "tags"] }));
        return json({ data: null, errors });
      }
      const orders = { nodes: places.map(() => ({})), pageInfo: { hasNextPage: false, endCursor: "end" } };
      return json({ data: { orders, productTags: null, productTypes: null, productVendors: null, ...seesAllOrders } });
    };
    const { platform } = await connectFake({}, reply, reply, reply);
    const found = platform.fetchSuggestions(access);
    if (outcome === "rejected") await expect(found).rejects.toThrow("can't read many of your orders");
    else expect(await found).toMatchObject({ ordersRead: 0, isPartial: true });
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

import { describe, expect, it } from "vitest";
import type { JsonObject } from "../ports/json.ts";
import type { StorePlatform } from "../ports/store-platform.ts";
import { createStorePlatform } from "./create-store-platform.ts";
import { maxTextLength } from "./documents/truncate-texts.ts";
import { access, type Call, connectFake, json, type Reply, seesAllOrders, tokenAnswer } from "./testing/fakes.ts";

const cost = (requested: number, available = 2000) => ({
  requestedQueryCost: requested,
  actualQueryCost: requested,
  throttleStatus: { maximumAvailable: 2000, currentlyAvailable: available, restoreRate: 100 },
});
const list = (nodes: unknown[], after?: string) => ({
  nodes,
  pageInfo: { hasNextPage: after !== undefined, endCursor: after ?? null },
});
const order = (number: number, more: object = {}) => ({ id: `gid://shopify/Order/${number}`, ...more });
const page = (orders: unknown[], after?: string, extensions: object = {}) =>
  json({ data: { orders: list(orders, after), ...seesAllOrders }, extensions });
const followed = (...nodes: unknown[]) =>
  json({ data: Object.fromEntries(nodes.map((node, index) => [`n${index}`, node])) });

const readAll = async (
  platform: StorePlatform,
  fields: string[],
  optional: string[] = [],
  signal = new AbortController().signal,
) => {
  const orders: JsonObject[] = [];
  const request = {
    query: "created_at:<'2026-11-20T12:00:00Z'",
    fields,
    optional,
  };
  for await (const batch of platform.streamOrders({ ...access, signal }, request)) orders.push(...batch);
  return { orders };
};
/** A response that denies these fields of the first order. */
const denies = (message: string, ...fields: string[]) =>
  json({
    data: null,
    errors: fields.map((field) => ({
      message,
      path: ["orders", "nodes", 0, ...field.split(".")],
      extensions: { code: "ACCESS_DENIED" },
    })),
  });
const customersDenied = "This app is not approved to access the Customer object.";
const scopeDenied = "Access denied for customer field. Required access: `read_customers` access scope.";
const notApproved = () =>
  json({
    errors: [
      { message: "This app is not approved to access the Customer object.", extensions: { code: "ACCESS_DENIED" } },
    ],
  });
const asked = (call: Call | undefined) => call?.body.variables;

describe("Reading orders", () => {
  it("goes from page to page, newest first, with the caller's query for each", async () => {
    const { platform, server } = await connectFake({}, page([order(3), order(2)], "c1"), page([order(1)]));
    const { orders } = await readAll(platform, ["name"]);
    expect(orders.map(({ id }) => id)).toEqual([3, 2, 1].map((number) => `gid://shopify/Order/${number}`));
    expect(server.calls[0]?.url).toBe("https://aurora-demo.platform.example/admin/api/2026-10/graphql.json");
    expect(server.calls[0]?.body.query).toContain("sortKey: CREATED_AT, reverse: true");
    expect(server.calls.map(asked)).toEqual([
      { first: 250, after: null, query: "created_at:<'2026-11-20T12:00:00Z'" },
      { first: 250, after: "c1", query: "created_at:<'2026-11-20T12:00:00Z'" },
    ]);
  });

  it("requests no more orders than wanted", async () => {
    const pages = [page([order(5), order(4)], "c1"), page([order(3)], "c2")];
    const { platform, server } = await connectFake({}, ...pages);
    const orders: JsonObject[] = [];
    const request = { query: "", fields: ["name"], atMost: 3 };
    for await (const batch of platform.streamOrders({ ...access, signal: new AbortController().signal }, request))
      orders.push(...batch);
    expect(orders).toHaveLength(3);
    expect(server.calls.map(asked)).toEqual([
      { first: 3, after: null, query: "" },
      { first: 1, after: "c1", query: "" },
    ]);
  });

  it("reads limited parts from a cursor until no orders are left", async () => {
    const { platform, server } = await connectFake({}, page([order(3), order(2)], "c1"), page([order(1)]));
    const request = { query: "q", fields: ["name"], atMost: 2 };
    const first = await platform.fetchOrdersPart(access, request, null);
    const last = await platform.fetchOrdersPart(access, request, first.after);
    expect([first.orders.length, first.after, last.orders.length, last.after]).toEqual([2, "c1", 1, null]);
    expect(server.calls.map(asked)).toEqual([
      { first: 2, after: null, query: "q" },
      { first: 2, after: "c1", query: "q" },
    ]);
  });

  it("continues without optional data that the platform has not approved us to read", async () => {
    const { platform, server } = await connectFake({}, notApproved(), page([order(2)], "c1"), page([order(1)]));
    expect((await readAll(platform, ["name"], ["email", "customer.id"])).orders).toHaveLength(2);
    expect(server.calls.map(({ body }) => /customer/.test(String(body.query)))).toEqual([true, false, false]);
  });

  it("stops if required data is denied", async () => {
    const { platform } = await connectFake({}, notApproved(), notApproved());
    await expect(readAll(platform, ["customer.id"], ["email"])).rejects.toMatchObject({ code: "access-denied" });
  });

  it("leaves out denied data and marks every order without it", async () => {
    const { platform, server } = await connectFake({}, denies(scopeDenied, "customer"), page([order(1)]));
    const request = { query: "", fields: ["name", "customer.tags", "customer.note"], requiredFields: ["name"] };
    const batches: JsonObject[][] = [];
    for await (const batch of platform.streamOrders(access, request)) batches.push(batch);
    expect(batches.flat().map(({ denied, lacking }) => [denied, lacking])).toEqual([[["customer"], ["customer"]]]);
    expect(server.calls.map(({ body }) => /customer/.test(String(body.query)))).toEqual([true, false]);
  });

  it("reports data that the platform has not approved us to read as denied, not as lacking a permission", async () => {
    const { platform } = await connectFake({}, denies(customersDenied, "customer"), page([order(1)]));
    const batches: JsonObject[][] = [];
    for await (const batch of platform.streamOrders(access, {
      query: "",
      fields: ["name", "customer.tags"],
      requiredFields: ["name"],
    }))
      batches.push(batch);
    expect(batches.flat().map(({ denied, lacking }) => [denied, lacking])).toEqual([[["customer"], undefined]]);
  });

  it("leaves out more and more data if the platform denies it bit by bit", async () => {
    const productDenied = denies("Required access: `read_products`", "lineItems.nodes.product");
    const { platform } = await connectFake({}, denies(customersDenied, "customer"), productDenied, page([order(1)]));
    const fields = ["name", "customer.tags", "lineItems.nodes.title", "lineItems.nodes.product.productType"];
    const batches: JsonObject[][] = [];
    for await (const batch of platform.streamOrders(access, {
      query: "",
      fields,
      requiredFields: ["name", "lineItems.nodes.title"],
    }))
      batches.push(batch);
    expect(batches.flat().map(({ denied }) => denied)).toEqual([["customer", "lineItems.nodes.product"]]);
  });

  it("stops if data that a filter needs is denied, or a scope is withdrawn midway", async () => {
    const fields = ["name", "customer.tags"];
    const readBatches = async (platform: StorePlatform, needed: string[]) => {
      for await (const _ of platform.streamOrders(access, { query: "", fields, requiredFields: needed }));
    };
    const filtered = await connectFake({}, denies(scopeDenied, "customer"));
    await expect(readBatches(filtered.platform, fields)).rejects.toMatchObject({ detail: "read_customers" });
    const later = await connectFake({}, page([order(2)], "c1"), denies(scopeDenied, "customer"));
    await expect(readBatches(later.platform, ["name"])).rejects.toMatchObject({ code: "access-denied" });
  });

  it("truncates texts longer than the platform allows, and logs it once for all pages", async () => {
    const warned: [object, string][] = [];
    const logger = {
      debug: () => undefined,
      warn: (fields: object, message: string) => warned.push([fields, message]),
    };
    const note = "x".repeat(maxTextLength + 1);
    const pages = [page([order(3, { note }), order(2, { note })], "c1"), page([order(1, { note })])];
    const { platform } = await connectFake({ logger }, ...pages);
    const { orders } = await readAll(platform, ["note"]);
    expect(orders.map((one) => String(one.note).slice(-2))).toEqual(["x…", "x…", "x…"]);
    expect(warned).toEqual([[{ shop: "aurora-demo", texts: 3 }, expect.stringContaining("were cut")]]);
  });

  it("returns no order twice, even if pages overlap", async () => {
    const { platform } = await connectFake({}, page([order(3), order(2)], "c1"), page([order(2), order(1), order(1)]));
    expect((await readAll(platform, ["name"])).orders).toHaveLength(3);
  });

  it("fails if the platform returns the same cursor again", async () => {
    const { platform } = await connectFake({}, page([order(2)], "c1"), page([order(1)], "c1"));
    await expect(readAll(platform, ["name"])).rejects.toMatchObject({ code: "unexpected-answer" });
  });

  it("fetches only the next page while the caller works on one", async () => {
    const { platform, server } = await connectFake(
      {},
      page([order(3)], "c1"),
      page([order(2)], "c2"),
      page([order(1)]),
    );
    const batches = platform.streamOrders(access, { query: "", fields: ["name"] });
    const reader = batches[Symbol.asyncIterator]();
    await reader.next();
    await expect.poll(() => server.calls.length).toBe(2);
    // Everything in flight has had its turn.
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate);
    expect(server.calls).toHaveLength(2);
    await reader.next();
    await reader.next();
    expect((await reader.next()).done).toBe(true);
    expect(server.calls).toHaveLength(3);
  });

  it("stops fetching if the caller stops reading", async () => {
    let aborted = false;
    const hanging: Reply = () => new Promise<Response>(() => undefined);
    const { server, settings } = await connectFake({}, page([order(2)], "c1"), hanging);
    const watching = createStorePlatform({
      ...settings,
      requestTimeout: 3_600_000,
      fetch: (url, init) =>
        Promise.race([
          server.fetch(url, init),
          new Promise<Response>((_, reject) => {
            init?.signal?.addEventListener("abort", () => {
              aborted = true;
              reject(init.signal?.reason);
            });
          }),
        ]),
    });
    for await (const batch of watching.streamOrders(access, {
      query: "",
      fields: ["name"],
    })) {
      expect(batch).toHaveLength(1);
      await expect.poll(() => server.calls.length).toBe(2);
      break;
    }
    expect(aborted).toBe(true);
  });

  it("stops with the caller's reason if it is canceled while waiting", async () => {
    const abort = new AbortController();
    const { platform, server } = await connectFake({}, () => {
      abort.abort(new Error("cancelled by the merchant"));
      return json({}, 500);
    });
    await expect(readAll(platform, ["name"], [], abort.signal)).rejects.toThrow("cancelled by the merchant");
    expect(server.calls).toHaveLength(1);
  });

  it("refreshes its token in the middle of a long export", async () => {
    const first: Reply = () => {
      time.pass(2 * 3_600_000);
      return page([order(2)], "c1");
    };
    const { platform, server, time } = await connectFake({}, first, json(tokenAnswer(2)), page([order(1)]));
    await readAll(platform, ["name"]);
    expect(server.calls.map((call) => call.headers.get("x-shopify-access-token"))).toEqual([
      "shpat_1",
      null,
      "shpat_2",
    ]);
  });
});

describe("Nested connections", () => {
  const line = (number: number) => ({ id: `gid://shopify/LineItem/${number}`, title: `line ${number}` });

  it("become plain arrays, and everything else stays as it is", async () => {
    const money = { shopMoney: { amount: "7.25" } };
    const { platform } = await connectFake(
      {},
      page([order(1, { name: "#1", totalPriceSet: money, customer: null, lineItems: list([line(1)]), refunds: [] })]),
    );
    const fields = [
      "name",
      "totalPriceSet.shopMoney.amount",
      "customer.displayName",
      "lineItems.nodes.title",
      "refunds.note",
    ];
    expect((await readAll(platform, fields)).orders).toEqual([
      order(1, { name: "#1", totalPriceSet: money, customer: null, lineItems: [line(1)], refunds: [] }),
    ]);
  });

  it("are read to the end, several objects per request, in the right order", async () => {
    const { platform, server } = await connectFake(
      {},
      page([order(1, { lineItems: list([line(1)], "a1") }), order(2, { lineItems: list([line(21)], "a2") })]),
      followed({ lineItems: list([line(2)], "b1") }, { lineItems: list([line(22)]) }),
      followed({ lineItems: list([line(3)]) }),
    );
    const { orders } = await readAll(platform, ["lineItems.nodes.title"]);
    expect(orders).toEqual([
      order(1, { lineItems: [line(1), line(2), line(3)] }),
      order(2, { lineItems: [line(21), line(22)] }),
    ]);
    expect(server.calls[1]?.body.query).toContain(
      "n0: node(id: $id0) { ... on Order { lineItems(first: $first, after: $after0)",
    );
    expect(asked(server.calls[1])).toMatchObject({ id0: order(1).id, after0: "a1", id1: order(2).id, after1: "a2" });
    expect(asked(server.calls[2])).toMatchObject({ id0: order(1).id, after0: "b1" });
  });

  it("inside plain lists are read through the list's own objects", async () => {
    const refund = (number: number, lines: object) => ({
      id: `gid://shopify/Refund/${number}`,
      refundLineItems: lines,
    });
    const { platform, server } = await connectFake(
      {},
      page([order(1, { refunds: [refund(8, list([{ quantity: 1 }])), refund(9, list([{ quantity: 2 }], "r"))] })]),
      followed({ refundLineItems: list([{ quantity: 3 }]) }),
    );
    const { orders } = await readAll(platform, ["refunds.refundLineItems.nodes.quantity"]);
    expect(orders[0]?.refunds).toEqual([
      refund(8, [{ quantity: 1 }]),
      refund(9, [{ quantity: 2 }, { quantity: 3 }]),
    ] as never);
    expect(server.calls[1]?.body.query).toContain("... on Refund { refundLineItems(");
    expect(asked(server.calls[1])).toMatchObject({ id0: "gid://shopify/Refund/9", after0: "r" });
  });

  it("on an object without an id are read through the nearest object that has one", async () => {
    const { platform, server } = await connectFake(
      {},
      page([order(1, { customerJourneySummary: { moments: list([{ occurredAt: "a" }], "m") } })]),
      followed({ customerJourneySummary: { moments: list([{ occurredAt: "b" }]) } }),
    );
    const { orders } = await readAll(platform, ["customerJourneySummary.moments.nodes.occurredAt"]);
    expect(orders[0]?.customerJourneySummary).toEqual({ moments: [{ occurredAt: "a" }, { occurredAt: "b" }] });
    expect(server.calls[1]?.body.query).toContain("... on Order { customerJourneySummary { moments(first: $first");
  });

  it("of an agreement, which has no address of its own, are found by its id through its order", async () => {
    const sale = (number: number) => ({ id: `gid://shopify/Sale/${number}` });
    const agreement = (number: number, sales: object) => ({ id: `gid://shopify/SalesAgreement/${number}`, sales });
    const agreed = (number: number, sales: object) => ({ agreements: { nodes: [agreement(number, sales)] } });
    const { platform, server } = await connectFake(
      {},
      page([
        order(1, {
          agreements: list([agreement(7, list([sale(1)], "s1")), agreement(8, list([sale(2)], "s1"))], "a1"),
        }),
      ]),
      followed({ agreements: list([agreement(9, list([sale(3)], "s3"))]) }),
      followed(agreed(9, list([sale(31)])), agreed(7, list([sale(11)])), agreed(8, list([sale(21)]))),
    );
    const { orders } = await readAll(platform, ["agreements.nodes.sales.nodes.id"]);
    expect(orders).toEqual([
      order(1, {
        agreements: [
          agreement(7, [sale(1), sale(11)]),
          agreement(8, [sale(2), sale(21)]),
          agreement(9, [sale(3), sale(31)]),
        ],
      }),
    ]);
    expect(server.calls[2]?.body.query).toContain(
      "n0: node(id: $id0) { ... on Order { agreements(first: 1, query: $of0) { nodes { id sales(first: $first, after: $after0)",
    );
    expect(asked(server.calls[2])).toMatchObject({
      ...{ id0: order(1).id, of0: "id:9", after0: "s3" },
      ...{ id1: order(1).id, of1: "id:7", after1: "s1" },
      ...{ id2: order(1).id, of2: "id:8", after2: "s1" },
    });
  });

  it("of an agreement that is gone, or of which another came, end the report", async () => {
    const agreement = (number: number) => ({
      id: `gid://shopify/SalesAgreement/${number}`,
      sales: list([{ id: "gid://shopify/Sale/1" }], "s"),
    });
    for (const nodes of [[], [agreement(8)]]) {
      const { platform } = await connectFake(
        {},
        page([order(1, { agreements: list([agreement(7)]) })]),
        followed({ agreements: { nodes } }),
      );
      await expect(readAll(platform, ["agreements.nodes.sales.nodes.id"])).rejects.toMatchObject({
        code: "unavailable",
      });
    }
  });

  it("found on later pages of others are read too, but only once for a product on two lines", async () => {
    const sold = (number: number, collections: object) => ({
      id: `gid://shopify/LineItem/${number}`,
      product: { id: "gid://shopify/Product/5", collections },
    });
    const title = (text: string) => ({ id: `gid://shopify/Collection/${text}`, title: text });
    const begun = () => list([title("A")], "p");
    const { platform, server } = await connectFake(
      {},
      page([order(1, { lineItems: list([sold(1, begun())], "l") })]),
      followed({ lineItems: list([sold(2, begun()), sold(3, begun())]) }),
      followed({ collections: list([title("B")]) }),
    );
    const { orders } = await readAll(platform, ["lineItems.nodes.product.collections.nodes.title"]);
    const whole = [title("A"), title("B")];
    expect(orders[0]?.lineItems).toEqual([sold(1, whole), sold(2, whole), sold(3, whole)] as never);
    expect(server.calls).toHaveLength(3);
  });

  it("of something that is deleted meanwhile make the report fail instead of losing rows", async () => {
    const { platform } = await connectFake({}, page([order(1, { lineItems: list([line(1)], "a") })]), followed(null));
    await expect(readAll(platform, ["lineItems.nodes.title"])).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("Run it again"),
    });
  });
});

describe("A query that costs too much", () => {
  const tooDear = () =>
    json({ errors: [{ message: "Query cost is 1200", extensions: { code: "MAX_COST_EXCEEDED" } }] });

  it("is repeated with half the page size, as are all later queries", async () => {
    const { platform, server } = await connectFake({}, tooDear(), page([order(2)], "c1"), page([order(1)]));
    expect((await readAll(platform, ["name"])).orders).toHaveLength(2);
    expect(server.calls.map((call) => asked(call)?.first)).toEqual([250, 125, 125]);
  });

  it("is given up with advice if half the page size costs too much as well", async () => {
    const { platform } = await connectFake({}, tooDear(), tooDear());
    await expect(readAll(platform, ["name"])).rejects.toMatchObject({
      message: expect.stringContaining("slow columns"),
    });
  });

  it("is halved for nested connections too", async () => {
    const lines = list([{ id: "gid://shopify/LineItem/1" }], "a");
    const rest = followed({ lineItems: list([{ id: "gid://shopify/LineItem/2" }]) });
    const { platform, server } = await connectFake({}, page([order(1, { lineItems: lines })]), tooDear(), rest);
    expect((await readAll(platform, ["lineItems.nodes.title"])).orders[0]?.lineItems).toHaveLength(2);
    expect(server.calls.map((call) => asked(call)?.first)).toEqual([250, 250, 125]);
  });
});

describe("Later pages of orders", () => {
  it("wait until the points in the platform's last response have been restored", async () => {
    const { platform, time } = await connectFake(
      {},
      page([order(2)], "c1", { cost: cost(500, 100) }),
      page([order(1)], undefined, { cost: cost(500, 0) }),
    );
    await readAll(platform, ["name"]);
    expect(time.waits).toEqual([4000]);
  });

  it("aren't read without permission to see old orders, which the platform would silently leave out", async () => {
    const blind = { currentAppInstallation: { accessScopes: [{ handle: "read_orders" }] } };
    const { platform } = await connectFake(
      {},
      page([order(2)], "more"),
      json({ data: { orders: list([order(1)]), ...blind } }),
    );
    await expect(readAll(platform, ["name"])).rejects.toMatchObject({
      code: "access-denied",
      detail: "read_all_orders",
    });
  });
});

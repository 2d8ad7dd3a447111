import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { orderAt } from "./generate/order.ts";
import { DEMO_SHOP_NAMES, demoShop } from "./generate/shops.ts";
import { DEMO_NOW, startTestClient, type TestClient } from "./testing/test-client.ts";

let hand: TestClient;
const tokens = new Map<string, string>();
beforeAll(async () => {
  hand = await startTestClient();
  for (const shop of DEMO_SHOP_NAMES) tokens.set(shop, (await hand.install(shop)).access_token);
});
afterAll(() => hand.close());

const ask = async (shop: string, query: string, variables: Record<string, unknown> = {}) =>
  (await hand.ask(shop, tokens.get(shop) ?? "", query, variables)).body;

type Paging = { query?: string; sortKey?: string; reverse?: boolean; size: number; edges?: boolean };
const pages = async (shop: string, { query = "", sortKey = "CREATED_AT", reverse = false, size, edges }: Paging) => {
  const inner = edges ? "edges { cursor node { id } }" : "nodes { id }";
  const text = `query ($after: String, $query: String) { orders(first: ${size}, after: $after, query: $query, sortKey: ${sortKey}, reverse: ${reverse}) { pageInfo { hasNextPage hasPreviousPage endCursor startCursor } ${inner} } }`;
  const ids: string[] = [];
  let after: string | null = null;
  for (;;) {
    const { data } = await ask(shop, text, { after, query });
    const { orders } = data;
    for (const one of edges ? orders.edges : orders.nodes) ids.push(edges ? one.node.id : one.id);
    expect(orders.pageInfo.hasPreviousPage).toBe(after !== null);
    if (!orders.pageInfo.hasNextPage) return ids;
    after = orders.pageInfo.endCursor;
  }
};

describe("pages of orders", () => {
  const aurora = demoShop("aurora-demo", { demoNow: DEMO_NOW });
  const all = Array.from({ length: 300 }, (_, index) => orderAt(aurora, index).id);

  it.each<[string, Paging]>([
    ["by date, newest first", { size: 7, reverse: true }],
    ["by date, oldest first, by edges", { size: 50, edges: true }],
    ["by id", { size: 33, sortKey: "ID" }],
    ["by last change", { size: 40, sortKey: "UPDATED_AT" }],
    ["by status, which many share", { size: 11, sortKey: "FINANCIAL_STATUS", reverse: true }],
    ["by price", { size: 64, sortKey: "TOTAL_PRICE" }],
  ])("include every order once: %s", async (_, paging) => {
    const ids = await pages("aurora-demo", paging);
    expect(ids.toSorted()).toEqual(all.toSorted());
    if (paging.sortKey === undefined || paging.sortKey === "ID")
      expect(ids).toEqual(paging.reverse ? all.toReversed() : all);
  });

  it("include the results of a search, and have other cursors with an id filter", async () => {
    const paid = await pages("aurora-demo", { size: 9, query: "-financial_status:paid", reverse: true });
    const wanted = Array.from({ length: 300 }, (_, index) => orderAt(aurora, index))
      .filter((order) => order.displayFinancialStatus !== "PAID")
      .map(({ id }) => id);
    expect(paid).toEqual(wanted.toReversed());
    const above = `id:>=${all[200]?.split("/").at(-1)}`;
    expect(await pages("aurora-demo", { size: 30, query: above })).toEqual(all.slice(200));
    const cursorOf = async (query: string) => {
      const { data } = await ask(
        "aurora-demo",
        "query ($q: String) { orders(first: 1, query: $q, sortKey: CREATED_AT) { pageInfo { endCursor } } }",
        { q: query },
      );
      return JSON.parse(Buffer.from(data.orders.pageInfo.endCursor, "base64").toString("utf8"));
    };
    expect((await cursorOf("")).last_value).toBe(aurora.timeline.createdAt(0));
    expect((await cursorOf(above)).last_value).toMatch(/^\d{4}-\d{2}-\d{2} [\d:]{8}\.\d{6}$/);
  });

  it("go backwards with last and before", async () => {
    const text =
      "query ($before: String) { orders(last: 5, before: $before, sortKey: CREATED_AT) { pageInfo { hasPreviousPage hasNextPage startCursor } nodes { id } } }";
    const first = (await ask("aurora-demo", text)).data.orders;
    expect(first.nodes.map(({ id }: { id: string }) => id)).toEqual(all.slice(-5));
    expect(first.pageInfo).toMatchObject({ hasPreviousPage: true, hasNextPage: false });
    const second = (await ask("aurora-demo", text, { before: first.pageInfo.startCursor })).data.orders;
    expect(second.nodes.map(({ id }: { id: string }) => id)).toEqual(all.slice(-10, -5));
  });

  it("aren't shifted by a new order", async () => {
    await hand.post("/_control/aurora-demo/faults", { kind: "order-while-paging", after: 2, times: 1 });
    const ids = await pages("aurora-demo", { size: 60, reverse: true });
    expect(ids).toEqual(all.toReversed());
    const stats = (await hand.send("/_control/aurora-demo/stats")).body;
    expect(stats.orders).toBe(301);
    // A new query finds the new order; a reset removes it.
    expect((await pages("aurora-demo", { size: 250 })).length).toBe(301);
    await hand.post("/_control/aurora-demo/reset", {});
    expect((await hand.send("/_control/aurora-demo/stats")).body).toMatchObject({ orders: 300, orderPages: 0 });
  });

  it("are refused with no size, a size over 250 or an invalid cursor", async () => {
    for (const args of ["", "(first: 251)", '(first: 1, after: "bm9uZQ==")']) {
      const { data, errors } = await ask("aurora-demo", `{ orders${args} { nodes { id } } }`);
      expect(data ?? null).toBeNull();
      expect(errors).toHaveLength(1);
    }
  });
});

describe("an order's parts", () => {
  it("have their own pages, from the order and from node", async () => {
    const long = orderAt(demoShop("aurora-demo", { demoNow: DEMO_NOW }), 41);
    expect(long.lineItems.length).toBeGreaterThan(50);
    const text = `query ($id: ID!, $after: String) {
      order(id: $id) { lineItems(first: 50, after: $after) { pageInfo { hasNextPage endCursor } nodes { id sku } } }
      node(id: $id) { __typename ... on Order { name lineItems(first: 50, after: $after) { nodes { id } } } }
    }`;
    const first = (await ask("aurora-demo", text, { id: long.id })).data;
    expect(first.order.lineItems.pageInfo.hasNextPage).toBe(true);
    const { endCursor } = first.order.lineItems.pageInfo;
    const second = (await ask("aurora-demo", text, { id: long.id, after: endCursor })).data;
    expect(second.order.lineItems.pageInfo.hasNextPage).toBe(false);
    const ids = [...first.order.lineItems.nodes, ...second.order.lineItems.nodes].map(({ id }: { id: string }) => id);
    expect(ids).toEqual(long.lineItems.map(({ id }) => id));
    expect(second.node).toMatchObject({ __typename: "Order", name: long.name });
    expect(second.node.lineItems.nodes).toHaveLength(long.lineItems.length - 50);
  });

  it("are found by their own ids: refunds, lines, fulfillments, products", async () => {
    const shop = demoShop("aurora-demo", { demoNow: DEMO_NOW });
    const orders = Array.from({ length: 300 }, (_, index) => orderAt(shop, index));
    const refunded = orders.find((order) => order.refunds.some((refund) => refund.refundLineItems.length > 0));
    const refund = refunded?.refunds[0];
    const sent = orders.find((order) => order.fulfillments.length > 1)?.fulfillments[1];
    const line = orders[3]?.lineItems[0];
    const { data, errors } = await ask(
      "aurora-demo",
      `query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id
        ... on Refund { order { name } refundLineItems(first: 9) { nodes { quantity lineItem { title quantity } } } }
        ... on Fulfillment { fulfillmentLineItems(first: 9) { nodes { quantity lineItem { id } } } }
        ... on LineItem { title } ... on Product { title collections(first: 2) { nodes { title } } } } }`,
      { ids: [refund?.id, sent?.id, line?.id, line?.product?.id, "gid://shopify/LineItem/1", "gid://shopify/Order/5"] },
    );
    expect(errors).toBeUndefined();
    expect(data.nodes.map((node: { __typename: string } | null) => node?.__typename)).toEqual([
      "Refund",
      "Fulfillment",
      "LineItem",
      "Product",
      undefined,
      undefined,
    ]);
    expect(data.nodes[0].order.name).toBe(refunded?.name);
    expect(data.nodes[0].refundLineItems.nodes[0].quantity).toBe(refund?.refundLineItems[0]?.quantity);
    expect(data.nodes[0].refundLineItems.nodes[0].lineItem.title).toBeTruthy();
  });

  it("include the customer's whole history", async () => {
    const { data } = await ask(
      "aurora-demo",
      "{ orders(first: 100, sortKey: CREATED_AT, reverse: true) { nodes { id customer { id numberOfOrders amountSpent { amount currencyCode } lastOrder { id } orders(first: 50) { nodes { id test netPaymentSet { shopMoney { amount } } } } } } } }",
    );
    const returning = data.orders.nodes.filter(
      (one: { customer: { numberOfOrders: string } | null }) => Number(one.customer?.numberOfOrders) > 1,
    );
    expect(returning.length).toBeGreaterThan(10);
    for (const { id, customer } of returning) {
      const { nodes } = customer.orders;
      const counted = nodes.filter((order: { test: boolean }) => !order.test);
      expect(nodes.map((order: { id: string }) => order.id)).toContain(id);
      expect(customer.numberOfOrders).toBe(String(counted.length));
      const spent = counted.reduce(
        (sum: number, order: { netPaymentSet: { shopMoney: { amount: string } } }) =>
          sum + Number(order.netPaymentSet.shopMoney.amount),
        0,
      );
      expect(Number(customer.amountSpent.amount)).toBeCloseTo(spent, 2);
    }
  });
});

describe("order counts", () => {
  it.each([
    ["aurora-demo", 300],
    ["borealis-demo", 12_000],
    ["cumulus-demo", 120_000],
    ["nimbus-demo", 0],
  ])("of %s are %i", async (shop, count) => {
    const { data } = await ask(
      shop,
      "{ all: ordersCount(limit: null) { count precision } some: ordersCount { count precision } orders(first: 1) { nodes { id } } }",
    );
    expect(data.all).toEqual({ count, precision: "EXACT" });
    expect(data.some).toEqual(
      count > 10_000 ? { count: 10_000, precision: "AT_LEAST" } : { count, precision: "EXACT" },
    );
    expect(data.orders.nodes).toHaveLength(Math.min(1, count));
  });

  it("grow over time if new orders keep coming", async () => {
    let now = DEMO_NOW.getTime();
    const later = await startTestClient({ ordersPerMinute: 0.2, now: () => new Date(now) });
    const { access_token: token } = await later.install("aurora-demo");
    const count = async () =>
      (await later.ask("aurora-demo", token, "{ ordersCount(limit: null) { count } }")).body.data.ordersCount.count;
    expect(await count()).toBe(300);
    now += 5 * 60_000;
    expect(await count()).toBe(301);
    now += 24 * 3_600_000;
    expect(await count()).toBe(301 + 288);
    const { body } = await later.ask(
      "aurora-demo",
      token,
      "{ orders(first: 1, reverse: true, sortKey: CREATED_AT) { nodes { createdAt } } }",
    );
    expect(Date.parse(body.data.orders.nodes[0].createdAt)).toBe(DEMO_NOW.getTime() + 289 * 5 * 60_000);
    await later.close();
  });
});

describe("an app's access", () => {
  it("is limited to the last 60 days without the scope for all orders", async () => {
    const { access_token: token } = await hand.install("aurora-demo", "read_orders");
    const text =
      "{ ordersCount(limit: null) { count } orders(first: 250, sortKey: CREATED_AT) { nodes { id createdAt } } }";
    const { data } = (await hand.ask("aurora-demo", token, text)).body;
    expect(data.orders.nodes.length).toBe(data.ordersCount.count);
    expect(data.ordersCount.count).toBeLessThan(200);
    for (const { createdAt } of data.orders.nodes) expect(createdAt >= "2026-09-21T10:30:17Z").toBe(true);
  });

  it("is refused field by field without a scope, with HTTP 200", async () => {
    const { access_token: token } = await hand.install("aurora-demo", "read_orders,read_all_orders");
    const { body } = await hand.ask(
      "aurora-demo",
      token,
      "{ orders(first: 2) { nodes { name customer { id } lineItems(first: 1) { nodes { title product { id } } } } } }",
    );
    expect(body.data.orders.nodes[0].name).toBe("#1001");
    expect(body.data.orders.nodes[0].customer).toBeNull();
    expect(body.errors[0]).toMatchObject({
      extensions: { code: "ACCESS_DENIED", requiredAccess: "`read_customers` access scope." },
      path: ["orders", "nodes", 0, "customer"],
    });
    const locales = await hand.ask("aurora-demo", token, "{ shopLocales { locale } }");
    expect(locales.body.errors[0].extensions.code).toBe("ACCESS_DENIED");
    tokens.set("aurora-demo", (await hand.install("aurora-demo")).access_token);
  });

  it("gets a warning along with the data if a search isn't understood", async () => {
    const { data, extensions } = await ask(
      "aurora-demo",
      '{ orders(first: 3, query: "colour:blue") { nodes { id } } }',
    );
    expect(data.orders.nodes).toHaveLength(3);
    expect(extensions.search).toEqual([
      {
        path: ["orders"],
        query: "colour:blue",
        parsed: { field: "colour", match_all: "blue" },
        warnings: [{ field: "colour", message: "Invalid search field for this query.", code: "invalid_field" }],
      },
    ]);
    expect(
      (await ask("aurora-demo", '{ orders(first: 3, query: "test:true") { nodes { id } } }')).extensions.search,
    ).toBeUndefined();
  });

  it("costs nothing for a document that doesn't fit the schema", async () => {
    const { data, errors } = await ask("aurora-demo", "{ orders(first: 1) { nodes { colour } } }");
    expect(data).toBeUndefined();
    expect(errors[0].message).toContain("colour");
    expect((await hand.send("/elsewhere-demo/admin/api/2026-10/graphql.json", { method: "POST" })).status).toBe(404);
    expect((await hand.send("/aurora-demo/admin/api/v1/graphql.json", { method: "POST" })).status).toBe(404);
  });
});

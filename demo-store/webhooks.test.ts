import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { until } from "#tests/support/until.ts";
import { signBody } from "./services/signatures.ts";
import { APP, DEMO_NOW, startTestClient } from "./testing/test-client.ts";

type Got = { headers: Record<string, string | string[] | undefined>; body: string };

/** An app that answers webhooks with the given statuses, then with 200. */
const appAnswering = async (statuses: number[]) => {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      got.push({ headers: request.headers, body: Buffer.concat(parts).toString("utf8") });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, () => resolve()));
  const { port } = server.address() as AddressInfo;
  return { got, address: `http://localhost:${port}/webhooks`, close: () => server.close() };
};

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const subscribe = (uri: string) =>
  `mutation { webhookSubscriptionCreate(topic: APP_UNINSTALLED, webhookSubscription: { uri: "${uri}", format: JSON }) { webhookSubscription { id topic uri } userErrors { field message } } }`;

it("notifies the app of its removal with a signed webhook, repeated until it is accepted", async () => {
  // An app that fails twice before it accepts the webhook.
  const app = await appAnswering([500, 302]);
  const hand = await startTestClient({ webhookRetriesMs: [10, 10, 10] });
  closers.push(app.close, hand.close);
  const { access_token: token } = await hand.install("aurora-demo");
  const made = await hand.ask("aurora-demo", token, subscribe(app.address));
  expect(made.body.data.webhookSubscriptionCreate.userErrors).toEqual([]);
  const twice = await hand.ask("aurora-demo", token, subscribe(app.address));
  expect(twice.body.data.webhookSubscriptionCreate.userErrors[0].message).toContain("taken");
  const listed = await hand.ask(
    "aurora-demo",
    token,
    "{ webhookSubscriptions(first: 5, topics: [APP_UNINSTALLED]) { nodes { uri topic } } }",
  );
  expect(listed.body.data.webhookSubscriptions.nodes).toEqual([{ uri: app.address, topic: "APP_UNINSTALLED" }]);

  // The merchant removes the app.
  expect((await hand.send("/aurora-demo/admin/uninstall", { method: "POST" })).status).toBe(303);

  // The same webhook comes three times, and no token works any more.
  await until("the webhook comes", () => app.got.length === 3);
  const ids = new Set(app.got.map(({ headers }) => headers["x-shopify-webhook-id"]));
  expect(ids.size).toBe(1);
  for (const { headers, body } of app.got) {
    expect(headers).toMatchObject({
      "x-shopify-topic": "app/uninstalled",
      "x-shopify-shop-domain": "aurora-demo.myshopify.com",
      "x-shopify-api-version": "2026-10",
      "x-shopify-hmac-sha256": signBody(APP.clientSecret, body),
      "content-type": "application/json",
    });
    expect(headers["x-shopify-event-id"]).toBeTruthy();
    expect(headers["x-shopify-triggered-at"]).toBeTruthy();
    expect(JSON.parse(body)).toMatchObject({ myshopify_domain: "aurora-demo.myshopify.com" });
  }
  expect((await hand.ask("aurora-demo", token, "{ shop { name } }")).status).toBe(401);
});

it("can send a wrong signature on request", async () => {
  const app = await appAnswering([]);
  const hand = await startTestClient();
  closers.push(app.close, hand.close);
  const { access_token: token } = await hand.install("nimbus-demo");
  await hand.ask("nimbus-demo", token, subscribe(app.address));
  await hand.post("/_control/nimbus-demo/faults", { kind: "bad-webhook-signature" });
  await hand.post("/_control/nimbus-demo/uninstall", {});
  await until("the webhook comes", () => app.got.length === 1);
  expect(app.got[0]?.headers["x-shopify-hmac-sha256"]).not.toBe(signBody(APP.clientSecret, app.got[0]?.body ?? ""));
});

it("sends the webhooks about personal data to the app's configured addresses, even if no shop installed it", async () => {
  const app = await appAnswering([]);
  const hand = await startTestClient({ appUrl: app.address.replace(/\/webhooks$/, "") });
  closers.push(app.close, hand.close);
  const subject = { customerId: 7, email: "ann@example.com", orders: [5, 6] };
  for (const topic of ["customers/data_request", "customers/redact", "shop/redact"]) {
    await hand.post("/_control/aurora-demo/compliance", { topic, ...subject });
    await until(`${topic} comes`, () => app.got.at(-1)?.headers["x-shopify-topic"] === topic);
    const { headers, body } = app.got.at(-1) ?? { headers: {}, body: "" };
    expect(headers["x-shopify-hmac-sha256"]).toBe(signBody(APP.clientSecret, body));
  }
  expect(app.got.map(({ body }) => JSON.parse(body))).toMatchObject([
    {
      shop_domain: "aurora-demo.myshopify.com",
      customer: { id: 7, email: "ann@example.com" },
      orders_requested: [5, 6],
      data_request: {},
    },
    { shop_domain: "aurora-demo.myshopify.com", customer: { id: 7 }, orders_to_redact: [5, 6] },
    { shop_domain: "aurora-demo.myshopify.com", shop_id: expect.any(Number) },
  ]);
  expect((await hand.post("/_control/aurora-demo/compliance", { topic: "orders/create" })).status).toBe(400);
});

const subscribeTo = (topic: string, uri: string) =>
  `mutation { webhookSubscriptionCreate(topic: ${topic}, webhookSubscription: { uri: "${uri}", format: JSON, includeFields: ["admin_graphql_api_id", "created_at"] }) { userErrors { message } } }`;

/** A store with incoming orders, at a time set by the test. */
const arriving = async (ordersPerMinute: number) => {
  const app = await appAnswering([]);
  let now = DEMO_NOW.getTime();
  const hand = await startTestClient({ ordersPerMinute, now: () => new Date(now) });
  closers.push(app.close, hand.close);
  const { access_token: token } = await hand.install("aurora-demo");
  await hand.ask("aurora-demo", token, subscribeTo("ORDERS_CREATE", app.address));
  const desk = hand.store.shopServices("aurora-demo");
  desk.announceOrders();
  return { app, desk, pass: (ms: number) => (now += ms) };
};

it("announces each new order once, with only the requested fields", async () => {
  const { app, desk, pass } = await arriving(60);
  pass(3_000);
  desk.announceOrders();
  desk.announceOrders();
  await until("three come", () => app.got.length === 3);
  const bodies = app.got.map(({ body }) => JSON.parse(body));
  for (const body of bodies) expect(Object.keys(body).sort()).toEqual(["admin_graphql_api_id", "created_at"]);
  expect(new Set(bodies.map(({ admin_graphql_api_id: id }) => id)).size).toBe(3);
  expect(app.got[0]?.headers["x-shopify-topic"]).toBe("orders/create");
});

it("announces no orders if none come in", async () => {
  const { app, desk, pass } = await arriving(0);
  pass(600_000);
  desk.announceOrders();
  await desk.webhooks.close();
  expect(app.got).toEqual([]);
});

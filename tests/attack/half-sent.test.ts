import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pathOf } from "../../command-api/webhooks/address.ts";
import { topics } from "../../command-api/webhooks/topics.ts";
import { createHalfSender } from "../support/half-sent.ts";
import { webhookSignature } from "../support/platform-for-tests.ts";
import { startWebForTests, type WebForTests } from "../support/web-for-tests.ts";
import { deliver } from "../support/webhooks.ts";

/** Bodies that are announced and never sent: each holds memory for as long as it is waited for. */

let web: WebForTests;
const half = createHalfSender(() => web.url);
beforeEach(async () => {
  web = await startWebForTests({ TRUST_PROXY: "1" });
});
afterEach(async () => {
  half.drop();
  await web.close();
});

const megabyte = 1_048_576;
const json = { "content-type": "application/json" };
const from = (address: string) => ({ "x-forwarded-for": address });
/** The headers of a web hook, its signature only in the form of one: it is over a body that never comes. */
const headersOf = (topic: string) => ({
  ...json,
  "x-shopify-topic": topic,
  "x-shopify-shop-domain": "aurora-demo.myshopify.com",
  "x-shopify-webhook-id": "b54557e4-bdd9-4b37-8a5f-bf7d70bcd043",
  "x-shopify-hmac-sha256": webhookSignature("never sent"),
});

/** Requests that the server is waiting for the rest of. */
const beingReceived = async (count: number) =>
  expect.poll(() => web.metrics.metrics(), { timeout: 10_000 }).toContain(`http_requests_in_flight ${count}\n`);

const busy =
  /^HTTP\/1\.1 503 [\s\S]*retry-after: 5\r\n[\s\S]*"The server is receiving too much at once\. Please try again/i;

describe("A web hook that cannot be one by its headers is refused before its body comes, and the connection closed", () => {
  const address = "/webhooks/app/uninstalled";
  it.each<[string, Record<string, string | undefined>]>([
    ["without a signature", { "x-shopify-hmac-sha256": undefined }],
    ["with a signature that is none", { "x-shopify-hmac-sha256": "bm9uZQ==" }],
    ["of another topic", { "x-shopify-topic": "shop/redact" }],
    ["that is no JSON", { "content-type": "text/plain" }],
    ["that is compressed", { "content-encoding": "gzip" }],
    ["without an id", { "x-shopify-webhook-id": undefined }],
    ["about no shop of the platform", { "x-shopify-shop-domain": "evil.example" }],
  ])("%s", async (_way, changes) => {
    const told = await half.answer(address, { ...headersOf("app/uninstalled"), "content-length": 100_000, ...changes });
    expect(told).toMatch(/^HTTP\/1\.1 401 [\s\S]*This is no web hook of the store platform for this address\./);
  });

  it.each(topics)("longer than any of $name", async (topic) => {
    const headers = { ...headersOf(topic.name), "content-length": topic.largest + 1 };
    expect(await half.answer(pathOf(topic), headers)).toMatch(/^HTTP\/1\.1 413 [\s\S]*Send less at once\./);
  });
});

describe("Half-sent web hooks", () => {
  const announced = { ...headersOf("shop/redact"), "content-length": megabyte };
  const sendFrom = async (address: string, count: number) => {
    for (let n = 0; n < count; n++) await half.send("/webhooks/shop/redact", { ...announced, ...from(address) });
  };

  it("of one address take 16 MB and no more, and leave the platform's own room", async () => {
    await web.givenShop("aurora-demo");
    await sendFrom("203.0.113.7", 16);
    await beingReceived(16);
    const more = { ...announced, ...from("203.0.113.7") };
    expect(await half.answer("/webhooks/shop/redact", more)).toMatch(busy);
    expect((await deliver(web, { topic: "app/uninstalled", headers: from("203.0.113.8") })).status).toBe(200);
  });

  it("of many addresses take 64 MB together, and are in the way of none that the platform sends", async () => {
    await web.givenShop("aurora-demo");
    for (const last of [1, 2, 3, 4]) await sendFrom(`203.0.113.${last}`, 16);
    await beingReceived(64);
    expect((await deliver(web, { topic: "app/uninstalled", headers: from("203.0.113.8") })).status).toBe(200);
    // One of theirs made way.
    await beingReceived(63);
  });

  it("in chunks count as long as they may become", async () => {
    const { "content-length": _, ...headers } = announced;
    const chunked = { ...headers, "transfer-encoding": "chunked", ...from("203.0.113.7") };
    for (let n = 0; n < 16; n++) await half.send("/webhooks/shop/redact", chunked);
    await beingReceived(16);
    expect(await half.answer("/webhooks/shop/redact", chunked)).toMatch(busy);
  });
});

describe("Half-sent bodies of calls without a token", () => {
  it("of one address take 1 MB and no more, and are in nobody's way who has a token", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const announced = { ...json, "content-length": 16_384, ...from("203.0.113.7") };
    for (let n = 0; n < 64; n++) await half.send("/api/account/login", announced);
    await beingReceived(64);
    expect(await half.answer("/api/account/login", announced)).toMatch(busy);
    const create = { token, headers: from("203.0.113.7"), body: {} };
    expect((await web.ask("POST", "reports/create-new", create)).status).not.toBe(503);
    const login = { body: { ShopName: "aurora-demo" }, headers: from("203.0.113.8") };
    expect((await web.ask("POST", "account/login", login)).status).toBe(200);
  });
});

describe("Half-sent bodies of calls with a token", () => {
  const call = "/api/filters/update-filter";
  const announced = (token: string) => ({
    ...json,
    authorization: `Bearer ${token}`,
    "content-length": 4 * megabyte,
  });

  it("of one shop take 32 MB and no more, from however many addresses", async () => {
    const { token } = await web.givenShop("aurora-demo");
    for (let n = 0; n < 8; n++) await half.send(call, { ...announced(token), ...from(`203.0.113.${n}`) }, "PUT");
    await beingReceived(8);
    expect(await half.answer(call, { ...announced(token), ...from("203.0.113.9") }, "PUT")).toMatch(busy);
  });

  it("of four shops are in no other shop's way", async () => {
    for (const shop of ["borealis-demo", "cumulus-demo", "nimbus-demo", "demo-0001"]) {
      const { token } = await web.givenShop(shop);
      for (let n = 0; n < 8; n++) await half.send(call, announced(token), "PUT");
    }
    await beingReceived(32);
    const { token } = await web.givenShop("aurora-demo");
    expect((await web.ask("POST", "reports/create-new", { token, body: {} })).status).toBe(200);
  });
});

describe("Half-sent bodies of strangers at many addresses", () => {
  it("are in the way of nobody who logs in", async () => {
    const announced = { ...json, "content-length": 16_384 };
    for (let address = 1; address <= 16; address++)
      for (let n = 0; n < 64; n++)
        await half.send("/api/instrumentation/isOnline", { ...announced, ...from(`203.0.113.${address}`) });
    await beingReceived(1_024);
    const login = { body: { ShopName: "aurora-demo" }, headers: from("203.0.113.99") };
    expect((await web.ask("POST", "account/login", login)).status).toBe(200);
  });
});

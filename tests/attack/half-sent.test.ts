import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { webhookPath } from "#application/webhooks/addresses.ts";
import { topics } from "../../command-api/webhooks/topics.ts";
import { createHalfSender } from "../support/half-sent.ts";
import { webhookSignature } from "../support/platform-for-tests.ts";
import { startWebForTests, type WebForTests } from "../support/web-for-tests.ts";
import { deliver } from "../support/webhooks.ts";

/** Bodies that are announced but never sent: each takes up memory while it is awaited. */

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
/** The headers of a webhook, its signature only in the form of one: it is over a body that never comes. */
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

const busy = /^HTTP\/1\.1 503 [\s\S]*retry-after: 5\r\n[\s\S]*"The server is receiving too much at once\. Try again/i;

describe("A webhook with invalid headers is refused before its body is received", () => {
  const address = "/webhooks/app/uninstalled";
  it.each<[string, Record<string, string | undefined>]>([
    ["without a signature", { "x-shopify-hmac-sha256": undefined }],
    ["with an invalid signature", { "x-shopify-hmac-sha256": "bm9uZQ==" }],
    ["of another topic", { "x-shopify-topic": "shop/redact" }],
    ["that isn't JSON", { "content-type": "text/plain" }],
    ["that is compressed", { "content-encoding": "gzip" }],
    ["without an id", { "x-shopify-webhook-id": undefined }],
    ["for a shop outside the platform", { "x-shopify-shop-domain": "evil.example" }],
  ])("%s", async (_way, changes) => {
    const told = await half.answer(address, { ...headersOf("app/uninstalled"), "content-length": 100_000, ...changes });
    expect(told).toMatch(/^HTTP\/1\.1 401 [\s\S]*The store platform sends no such webhook to this address\./);
  });

  it.each(topics)("longer than the maximum of $name", async (topic) => {
    const headers = { ...headersOf(topic.name), "content-length": topic.maxBodyBytes + 1 };
    expect(await half.answer(webhookPath(topic), headers)).toMatch(/^HTTP\/1\.1 413 [\s\S]*Send less at once\./);
  });
});

describe("Half-sent webhooks", () => {
  const announced = { ...headersOf("shop/redact"), "content-length": megabyte };
  const sendFrom = async (address: string, count: number) => {
    for (let n = 0; n < count; n++) await half.send("/webhooks/shop/redact", { ...announced, ...from(address) });
  };

  it("take at most 16 MB from one address, and leave room for the platform", async () => {
    await web.givenShop("aurora-demo");
    await sendFrom("203.0.113.7", 16);
    await beingReceived(16);
    const more = { ...announced, ...from("203.0.113.7") };
    expect(await half.answer("/webhooks/shop/redact", more)).toMatch(busy);
    expect((await deliver(web, { topic: "app/uninstalled", headers: from("203.0.113.8") })).status).toBe(200);
  });

  it("take at most 64 MB from many addresses, and block no webhook of the platform", async () => {
    await web.givenShop("aurora-demo");
    for (const last of [1, 2, 3, 4]) await sendFrom(`203.0.113.${last}`, 16);
    await beingReceived(64);
    expect((await deliver(web, { topic: "app/uninstalled", headers: from("203.0.113.8") })).status).toBe(200);
    // One of theirs made way.
    await beingReceived(63);
  });

  it("count by the bytes received when chunked, and are cut off when the limit is reached", async () => {
    const { "content-length": _, ...headers } = announced;
    const chunked = { ...headers, "transfer-encoding": "chunked", ...from("203.0.113.7") };
    const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`;
    for (let n = 0; n < 16; n++)
      (await half.send("/webhooks/shop/redact", chunked)).write(n === 0 ? "1\r\n{\r\n" : chunk.repeat(16));
    await beingReceived(16);
    const more = await half.send("/webhooks/shop/redact", chunked);
    more.write(chunk.repeat(15));
    await beingReceived(17);
    more.write(chunk);
    expect(await text(more)).toMatch(busy);
  });
});

/** Their responses wait to be read, without taking up what others need. */
describe("Complete requests whose responses are never read", () => {
  const chunked = { ...json, "transfer-encoding": "chunked" };
  const whole = "2\r\n{}\r\n0\r\n\r\n";
  const sendContent = async (...sent: Parameters<typeof half.send>) => (await half.send(...sent)).write(whole);
  beforeEach(() => web.nothingIsTaken(true));

  it("block no webhooks", async () => {
    await web.givenShop("aurora-demo");
    const headers = { ...headersOf("shop/redact"), ...chunked };
    for (let n = 0; n < 64; n++)
      await sendContent("/webhooks/shop/redact", { ...headers, ...from(`203.0.113.${n % 4}`) });
    await expect.poll(() => web.logged().split("a webhook was refused").length - 1, { timeout: 10_000 }).toBe(64);
    await beingReceived(64);
    web.nothingIsTaken(false);
    expect((await deliver(web, { topic: "customers/redact", headers: from("203.0.113.8") })).status).toBe(200);
    expect((await deliver(web, { topic: "app/uninstalled", headers: from("203.0.113.1") })).status).toBe(200);
    await beingReceived(64);
  });

  it("block no logins, even from the same address", async () => {
    for (let n = 0; n < 64; n++) await sendContent("/api/account/login", chunked);
    await expect.poll(web.underWay, { timeout: 10_000 }).toBe(64);
    web.nothingIsTaken(false);
    expect((await web.ask("POST", "account/login", { body: { ShopName: "aurora-demo" } })).status).toBe(200);
  });

  it("block neither other shops nor their own", async () => {
    const { token: own } = await web.givenShop("borealis-demo");
    for (const shop of ["borealis-demo", "cumulus-demo", "nimbus-demo", "demo-0001"]) {
      const { token } = shop === "borealis-demo" ? { token: own } : await web.givenShop(shop);
      const headers = { ...chunked, authorization: `Bearer ${token}` };
      for (let n = 0; n < 8; n++) await sendContent("/api/filters/update-filter", headers, "PUT");
    }
    await expect.poll(web.underWay, { timeout: 10_000 }).toBe(32);
    web.nothingIsTaken(false);
    const { token } = await web.givenShop("aurora-demo");
    for (const one of [token, own])
      expect((await web.ask("POST", "reports/create-new", { token: one, body: {} })).status).toBe(200);
  });

  it("block nobody when they are refusals of half-sent bodies", async () => {
    for (const [shop, type] of [
      ["borealis-demo", "text/plain"],
      ["cumulus-demo", "application/json"],
      ["nimbus-demo", "application/json"],
      ["demo-0001", "application/json"],
    ] as const) {
      const { token } = await web.givenShop(shop);
      const headers = { authorization: `Bearer ${token}`, "content-type": type, "content-length": 4 * megabyte };
      for (let n = 0; n < 8; n++) await half.send("/api/filters/update-filter", headers, "PUT");
    }
    await beingReceived(32);
    web.nothingIsTaken(false);
    const { token } = await web.givenShop("aurora-demo");
    expect((await web.ask("POST", "reports/create-new", { token, body: {} })).status).toBe(200);
  });
});

describe("Half-sent bodies of calls without a token", () => {
  it("take at most 1 MB from one address, and don't block requests with a token", async () => {
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

  it("take at most 32 MB for one shop, from any number of addresses", async () => {
    const { token } = await web.givenShop("aurora-demo");
    for (let n = 0; n < 8; n++) await half.send(call, { ...announced(token), ...from(`203.0.113.${n}`) }, "PUT");
    await beingReceived(8);
    expect(await half.answer(call, { ...announced(token), ...from("203.0.113.9") }, "PUT")).toMatch(busy);
  });

  it("don't block other shops when four shops send them", async () => {
    for (const shop of ["borealis-demo", "cumulus-demo", "nimbus-demo", "demo-0001"]) {
      const { token } = await web.givenShop(shop);
      for (let n = 0; n < 8; n++) await half.send(call, announced(token), "PUT");
    }
    await beingReceived(32);
    const { token } = await web.givenShop("aurora-demo");
    expect((await web.ask("POST", "reports/create-new", { token, body: {} })).status).toBe(200);
  });
});

describe("Half-sent bodies without a token from many addresses", () => {
  it("block no logins", async () => {
    const announced = { ...json, "content-length": 16_384 };
    for (let address = 1; address <= 16; address++)
      for (let n = 0; n < 64; n++)
        await half.send("/api/instrumentation/isOnline", { ...announced, ...from(`203.0.113.${address}`) });
    await beingReceived(1_024);
    const login = { body: { ShopName: "aurora-demo" }, headers: from("203.0.113.99") };
    expect((await web.ask("POST", "account/login", login)).status).toBe(200);
  });
});

import { afterEach, beforeEach, expect, it } from "vitest";
import { readReceived } from "#application/webhooks/received-webhooks.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";
import { deliver } from "#tests/support/webhooks.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

const seen = () => readReceived(web);

it("support sees a handled webhook once, even if delivered repeatedly, without its content", async () => {
  const { tenant } = await web.givenShop("aurora-demo");
  for (let n = 0; n < 2; n += 1)
    expect((await deliver(web, { topic: "customers/redact", id: "w-1" })).status).toBe(200);
  const rows = await seen();
  expect(rows).toMatchObject([
    { topic: "customers/redact", shop: "aurora-demo", tenant, outcome: "handled", webhookId: "w-1" },
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/@|191167|299938/);
});

it("support sees a failed webhook until a later delivery is handled", async () => {
  await web.givenShop("aurora-demo");
  const { appendToStream } = web.eventStore;
  web.eventStore.appendToStream = () => Promise.reject(new Error("cut"));
  expect((await deliver(web, { topic: "app/uninstalled" })).status).toBe(500);
  expect(await seen()).toMatchObject([{ topic: "app/uninstalled", outcome: "failed" }]);
  web.eventStore.appendToStream = appendToStream;
  expect((await deliver(web, { topic: "app/uninstalled" })).status).toBe(200);
  expect((await seen()).map(({ outcome }) => outcome)).toEqual(["handled"]);
});

it("support sees no refused webhook, and none about orders, since these must cost no write", async () => {
  await web.givenShop("aurora-demo");
  const forged = { "x-shopify-hmac-sha256": `${"A".repeat(43)}=` };
  expect((await deliver(web, { topic: "customers/redact", headers: forged })).status).toBe(401);
  expect((await deliver(web, { topic: "orders/create" })).status).toBe(200);
  expect(await seen()).toEqual([]);
});

it("a webhook is handled even if it can't be recorded for support", async () => {
  await web.givenShop("aurora-demo");
  const { put } = web.state;
  web.state.put = (key, ...rest) =>
    key.startsWith("received-webhook:") ? Promise.reject(new Error("full")) : put(key, ...rest);
  expect((await deliver(web, { topic: "customers/redact" })).status).toBe(200);
});

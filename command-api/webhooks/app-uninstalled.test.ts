import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { shopDecider } from "#domain/shop/decider.ts";
import { webhookSignature } from "#tests/support/platform-for-tests.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

const body = JSON.stringify({ id: 7001, domain: "aurora-demo.myshopify.com" });

const deliver = (changes: Record<string, string> = {}, raw = body) =>
  web.ask("POST", "/webhooks/app/uninstalled", {
    raw,
    headers: {
      "content-type": "application/json",
      "x-shopify-topic": "app/uninstalled",
      "x-shopify-shop-domain": "aurora-demo.myshopify.com",
      "x-shopify-webhook-id": "b54557e4-bdd9-4b37-8a5f-bf7d70bcd043",
      "x-shopify-hmac-sha256": webhookSignature(body),
      ...changes,
    },
  });

describe("the web hook of an uninstall", () => {
  it("deletes the tokens, logs everybody out and is remembered as an event", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    expect((await deliver()).status).toBe(200);
    expect(web.platform.asked).toContain(`forgetTokens ${tenant}`);
    expect((await web.events()).at(-1)).toEqual({ stream: `shop-${tenant}`, type: "ShopUninstalled" });
    expect((await web.ask("GET", "account/status", { token })).status).toBe(401);
  });

  it("does nothing the second time, also after the shop has come back", async () => {
    const { tenant } = await web.givenShop("aurora-demo");
    await deliver();
    const { token } = await web.givenShop("aurora-demo");
    expect((await deliver()).status).toBe(200);
    expect((await web.ask("GET", "account/status", { token })).status).toBe(200);
    expect(web.platform.asked.filter((call) => call === `forgetTokens ${tenant}`)).toHaveLength(1);
  });

  it("does nothing when it is of before the last consent", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    await web.state.put(`authorized-at:${tenant}`, web.clock.wall().toISOString());
    expect((await deliver({ "x-shopify-triggered-at": "2026-11-20T11:59:00.000Z" })).status).toBe(200);
    expect((await web.ask("GET", "account/status", { token })).status).toBe(200);
    const later = { "x-shopify-triggered-at": "2026-11-20T12:00:01.000Z", "x-shopify-webhook-id": "another" };
    expect((await deliver(later)).status).toBe(200);
    expect((await web.ask("GET", "account/status", { token })).status).toBe(401);
  });

  it("finishes at the next delivery when the first was cut off", async () => {
    const { tenant } = await web.givenShop("aurora-demo");
    web.platform.failing.set("forgetTokens", new Error("cut") as never);
    expect((await deliver()).status).toBe(500);
    web.platform.failing.clear();
    expect((await deliver()).status).toBe(200);
    expect((await web.runner.load(shopDecider, tenant)).state.status).toBe("uninstalled");
  });

  it.each([
    ["a wrong HMAC", { "x-shopify-hmac-sha256": webhookSignature("other") }, body],
    ["no HMAC", { "x-shopify-hmac-sha256": "" }, body],
    ["a changed body", {}, `${body} `],
  ])("is refused with %s", async (_name, headers, raw) => {
    const { tenant } = await web.givenShop("aurora-demo");
    expect((await deliver(headers, raw)).status).toBe(401);
    expect((await web.runner.load(shopDecider, tenant)).state.status).toBe("authorized");
  });

  it("is refused when its header names another shop than what was signed", async () => {
    const { tenant } = await web.givenShop("aurora-demo");
    const signed = JSON.stringify({ id: 7002, myshopify_domain: "borealis-demo.myshopify.com" });
    const headers = { "x-shopify-hmac-sha256": webhookSignature(signed) };
    expect((await deliver(headers, signed)).status).toBe(400);
    expect((await web.runner.load(shopDecider, tenant)).state.status).toBe("authorized");
    const own = JSON.stringify({ id: 7001, myshopify_domain: "aurora-demo.myshopify.com" });
    expect((await deliver({ "x-shopify-hmac-sha256": webhookSignature(own) }, own)).status).toBe(200);
    expect((await web.runner.load(shopDecider, tenant)).state.status).toBe("uninstalled");
  });

  it("is acknowledged for a shop that we do not know, and refused without shop or id", async () => {
    expect((await deliver()).status).toBe(200);
    expect((await deliver({ "x-shopify-shop-domain": "evil.example" })).status).toBe(400);
    expect((await deliver({ "x-shopify-webhook-id": "" })).status).toBe(400);
    expect((await web.ask("GET", "/webhooks/app/uninstalled")).status).toBe(405);
    expect((await deliver({}, "x".repeat(1_100_000))).status).toBe(413);
  });
});

import { describe, expect, it } from "vitest";
import { connectFake } from "../testing/fakes.ts";
import { queryDigest, webhookDigest } from "./signatures.ts";

const query = {
  code: "0907a61c0c8d55e99db179b68161bc00",
  shop: "some-shop.myshopify.com",
  state: "0.6784241404160823",
  timestamp: "1337178173",
};
const hmac = "700e2dadb827fcc8609e9d5ce208b2e9cdaab9df07390d2cbca10d7c328fc4bf";
const webhook = Buffer.from('{"shop_id":954889,"shop_domain":"some-shop.myshopify.com"}');
const webhookHmac = "Tr2c7Me17fTQwz4kN7AGPjEn0lRCShuYgLnmDSgxA4k=";

describe("A query signed by the platform", () => {
  it("is accepted in any order of its parameters, and with an old 'signature' parameter", async () => {
    const { platform } = await connectFake({});
    expect(platform.verifyQuery({ ...query, hmac })).toBe(true);
    expect(platform.verifyQuery({ hmac, signature: "x", ...Object.fromEntries(Object.entries(query).reverse()) })).toBe(
      true,
    );
  });

  it("is refused if a parameter is changed, added or missing, or the hmac is wrong, cut or absent", async () => {
    const { platform } = await connectFake({});
    const { state: _, ...withoutState } = query;
    for (const bad of [
      { ...query, shop: "other.myshopify.com", hmac },
      { ...query, host: "added", hmac },
      { ...withoutState, hmac },
      { ...query, hmac: hmac.replace("7", "8") },
      { ...query, hmac: hmac.slice(1) },
      { ...query, hmac: "" },
      query,
    ]) {
      expect(platform.verifyQuery(bad)).toBe(false);
    }
  });

  it("has a digest that ignores 'signature' and keeps names and values apart", () => {
    expect(queryDigest("hush", { name: "a b&c" })).toBe(queryDigest("hush", { signature: "s", name: "a b&c" }));
    expect(queryDigest("hush", { a: "1&b=2" })).not.toBe(queryDigest("hush", { a: "1", b: "2" }));
  });
});

describe("A webhook", () => {
  it("is accepted with the digest of its raw bytes and refused with any other", async () => {
    const { platform } = await connectFake({});
    expect(platform.verifyWebhook(webhook, webhookHmac)).toBe(true);
    expect(platform.verifyWebhook(Buffer.concat([webhook, Buffer.from(" ")]), webhookHmac)).toBe(false);
    expect(platform.verifyWebhook(webhook, "")).toBe(false);
    expect(webhookDigest("hush", webhook)).toBe(webhookHmac);
  });
});

describe("After the app's secret was changed", () => {
  it("digests made with the previous one are still accepted", async () => {
    const { platform } = await connectFake({ clientSecret: "new", previousSecret: "hush" });
    expect(platform.verifyQuery({ ...query, hmac })).toBe(true);
    expect(platform.verifyWebhook(webhook, webhookHmac)).toBe(true);
    expect(platform.verifyQuery({ ...query, hmac: queryDigest("new", query) })).toBe(true);
    expect(platform.verifyQuery({ ...query, hmac: queryDigest("older", query) })).toBe(false);
  });
});

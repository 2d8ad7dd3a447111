import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signBody, signQuery } from "./services/signatures.ts";
import { ALL_SCOPES, APP, startTestClient, type TestClient } from "./testing/test-client.ts";

const HOUR = 3_600_000;

describe("signatures", () => {
  it("match those in the platform's documentation", () => {
    const query = {
      state: "0.6784241404160823",
      hmac: "whatever",
      code: "0907a61c0c8d55e99db179b68161bc00",
      timestamp: "1337178173",
      shop: "some-shop.myshopify.com",
    };
    expect(signQuery("hush", query)).toBe("700e2dadb827fcc8609e9d5ce208b2e9cdaab9df07390d2cbca10d7c328fc4bf");
    expect(signBody("hush", '{"shop_id":954889,"shop_domain":"some-shop.myshopify.com"}')).toBe(
      "Tr2c7Me17fTQwz4kN7AGPjEn0lRCShuYgLnmDSgxA4k=",
    );
  });
});

describe("the demo store's login", () => {
  let hand: TestClient;
  let wall = Date.parse("2026-11-20T11:00:00Z");
  beforeAll(async () => {
    hand = await startTestClient({ wall: () => new Date(wall) });
  });
  afterAll(() => hand.close());

  const tokenCall = (fields: Record<string, string>) =>
    hand.post("/aurora-demo/admin/oauth/access_token", {
      client_id: APP.clientId,
      client_secret: APP.clientSecret,
      ...fields,
    });
  const shopName = async (token: string) => (await hand.ask("aurora-demo", token, "{ shop { name } }")).status;

  it("shows the app's requested scopes to the merchant, and returns a signed code", async () => {
    const asked = await hand.send(hand.authorizePath("aurora-demo"));
    expect(asked.status).toBe(200);
    expect(asked.body).toContain('name="decision" value="approve"');
    expect(asked.body).toContain("read_all_orders");
    const back = await hand.form(hand.authorizePath("aurora-demo"), { decision: "approve" });
    expect(back.status).toBe(303);
    const url = new URL(back.headers.get("location") ?? "");
    expect(url.origin + url.pathname).toBe("http://app.example/login-callback");
    const { hmac, ...query } = Object.fromEntries(url.searchParams);
    expect(query).toMatchObject({
      shop: "aurora-demo.myshopify.com",
      state: "nonce-1",
      timestamp: String(wall / 1000),
    });
    expect(hmac).toBe(signQuery(APP.clientSecret, query));
  });

  it("answers a mistyped shop name with a page, not JSON", async () => {
    const lost = await hand.send(hand.authorizePath("auorra-demo"));
    expect(lost.status).toBe(404);
    expect(lost.body).toContain("No such store");
  });

  it("gives no code if the merchant declines or the app's details don't match", async () => {
    const declined = await hand.form(hand.authorizePath("aurora-demo"), { decision: "decline" });
    expect([declined.status, declined.headers.get("location")]).toEqual([200, null]);
    for (const query of [{ client_id: "other" }, { redirect_uri: "http://evil.example/login-callback" }, { state: "" }])
      expect((await hand.send(hand.authorizePath("aurora-demo", query))).status).toBe(400);
    expect((await hand.send(hand.authorizePath("unknown-demo"))).status).toBe(404);
  });

  it("exchanges a code once, within five minutes, for tokens that last an hour", async () => {
    const back = await hand.form(hand.authorizePath("aurora-demo"), { decision: "approve" });
    const code = new URL(back.headers.get("location") ?? "").searchParams.get("code") ?? "";
    expect((await tokenCall({ code, client_secret: "wrong" })).status).toBe(401);
    const first = await tokenCall({ code, expiring: "1" });
    expect(first.body).toMatchObject({ expires_in: 3600, refresh_token_expires_in: 7_776_000, scope: ALL_SCOPES });
    expect(first.body.access_token).toMatch(/^shpat_/);
    expect((await tokenCall({ code, expiring: "1" })).status).toBe(400);
    const late = await hand.form(hand.authorizePath("aurora-demo"), { decision: "approve" });
    wall += 6 * 60_000;
    const lateCode = new URL(late.headers.get("location") ?? "").searchParams.get("code") ?? "";
    expect((await tokenCall({ code: lateCode, expiring: "1" })).status).toBe(400);
    expect((await tokenCall({ grant_type: "client_credentials" })).status).toBe(400);
  });

  it("lists a granted write scope without the read scope it includes", async () => {
    const tokens = await hand.install("aurora-demo", "read_orders,write_orders,read_products");
    expect(tokens.scope).toBe("write_orders,read_products");
    const answer = await hand.ask("aurora-demo", tokens.access_token, "{ ordersCount(limit: null) { count } }");
    expect(answer.body.data.ordersCount.count).toBeGreaterThan(0);
  });

  it("lets access tokens expire, and accepts the old refresh token until the new one is used", async () => {
    const first = await hand.install("aurora-demo");
    expect(await shopName(first.access_token)).toBe(200);
    wall += HOUR;
    expect(await shopName(first.access_token)).toBe(401);
    const refresh = (token: string) => tokenCall({ grant_type: "refresh_token", refresh_token: token });
    const second = (await refresh(first.refresh_token)).body;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    // The response was lost: the old token still works.
    const again = await refresh(first.refresh_token);
    expect(again.status).toBe(200);
    const third = (await refresh(second.refresh_token)).body;
    expect((await refresh(first.refresh_token)).status).toBe(400);
    expect(await shopName(third.access_token)).toBe(200);
    // A new grant ends the previous refresh tokens.
    await hand.install("aurora-demo");
    expect((await refresh(third.refresh_token)).status).toBe(400);
  });

  it("accepts no token that never expires", async () => {
    const back = await hand.form(hand.authorizePath("aurora-demo"), { decision: "approve" });
    const code = new URL(back.headers.get("location") ?? "").searchParams.get("code") ?? "";
    const { body } = await tokenCall({ code });
    expect(Object.keys(body)).toEqual(["access_token", "scope"]);
    expect(await shopName(body.access_token)).toBe(401);
  });

  it("opens the app with a signed link", async () => {
    const opened = await hand.send("/aurora-demo/admin/apps/sheaf");
    const url = new URL(opened.headers.get("location") ?? "");
    const { hmac, ...query } = Object.fromEntries(url.searchParams);
    expect(url.origin + url.pathname).toBe("http://app.example/install");
    expect(query).toEqual({ shop: "aurora-demo.myshopify.com", timestamp: String(wall / 1000) });
    expect(hmac).toBe(signQuery(APP.clientSecret, query));
    const index = await hand.send("/");
    expect(index.body).toContain("Cumulus Demo");
    expect(index.body).toContain("120,000 orders");
  });
});

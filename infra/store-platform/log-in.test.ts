import { describe, expect, it } from "vitest";
import { access, connectFake, json, tokenAnswer } from "./testing/fakes.ts";

describe("Sending a merchant for consent", () => {
  it("leads to the shop's own address with our id, scopes, return address and state", async () => {
    const { platform } = await connectFake({});
    const url = new URL(
      platform.buildAuthorizeUrl({
        shop: "aurora-demo",
        state: "nonce",
        redirectUri: "https://sheaf.example/loginCallback?a=1",
      }),
    );
    expect(url.origin + url.pathname).toBe("https://aurora-demo.platform.example/admin/oauth/authorize");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: "our-app",
      scope: "read_orders,read_products",
      redirect_uri: "https://sheaf.example/loginCallback?a=1",
      state: "nonce",
    });
  });

  it.each(["", "Aurora", "evil.example/", "a.b", "-a", "a@b", "a/../b", "a?b", "a\nb", "xn\u00e9", "a".repeat(101)])(
    "refuses %j as the name of a shop",
    async (shop) => {
      const { platform, server } = await connectFake({});
      expect(() => platform.buildAuthorizeUrl({ shop, state: "s", redirectUri: "https://sheaf.example" })).toThrow(
        /isn't a valid shop name/,
      );
      await expect(platform.exchangeCode({ ...access, shop }, "code")).rejects.toMatchObject({
        code: "shop-unavailable",
      });
      expect(server.calls).toEqual([]);
    },
  );
});

describe("Exchanging the code for tokens", () => {
  it("requests expiring tokens and stores them only encrypted", async () => {
    const { platform, server, stateStore } = await connectFake({}, json(tokenAnswer(2)));
    expect(await platform.exchangeCode(access, "code-2")).toEqual(["read_orders", "write_products"]);
    expect(server.calls[0]?.url).toBe("https://aurora-demo.platform.example/admin/oauth/access_token");
    expect(server.calls[0]?.body).toEqual({
      client_id: "our-app",
      client_secret: "hush",
      code: "code-2",
      expiring: "1",
    });
    expect(stateStore.text()).toContain("token:tenant-1");
    expect(stateStore.text()).not.toMatch(/shpat|shprt/);
  });

  it("accepts a granted write scope instead of its read scope", async () => {
    const { stateStore } = await connectFake({});
    expect(stateStore.text()).toContain("write_products");
  });

  it("fails with the scopes that weren't granted, and keeps no token", async () => {
    const { platform, stateStore } = await connectFake(
      { scopes: ["read_orders"] },
      json({ ...tokenAnswer(2), scope: "read_products" }),
    );
    await platform.forgetTokens(access.tenant);
    await expect(platform.exchangeCode(access, "code")).rejects.toMatchObject({
      code: "access-denied",
      detail: "read_orders",
    });
    expect(stateStore.text()).not.toContain("token:");
  });

  it("asks the merchant to log in again if the platform refuses the code", async () => {
    const { platform } = await connectFake({}, json({ error: "invalid_request" }, 400));
    await expect(platform.exchangeCode(access, "used")).rejects.toMatchObject({ code: "reconnect-needed" });
  });

  it("is retried after temporary faults", async () => {
    const { platform, server } = await connectFake(
      {},
      json({}, 503),
      new TypeError("fetch failed"),
      json(tokenAnswer(2)),
    );
    await platform.exchangeCode(access, "code-2");
    expect(server.calls).toHaveLength(3);
  });

  it("fails if the response has no token", async () => {
    const { platform } = await connectFake({}, new Response("<html>"));
    await expect(platform.exchangeCode(access, "code")).rejects.toMatchObject({ code: "unexpected-answer" });
  });
});

describe("Forgetting the tokens of a shop that removed the app", () => {
  it("leaves nothing in either store, and the next call fails until the merchant logs in", async () => {
    const { platform, stateStore, vault } = await connectFake({});
    await platform.forgetTokens(access.tenant);
    expect(stateStore.text()).toBe("[]");
    expect(vault.size()).toBe(0);
    await expect(platform.countOrders(access, "")).rejects.toMatchObject({ code: "reconnect-needed" });
  });
});

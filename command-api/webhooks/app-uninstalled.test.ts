import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { grantAt, grantDecider } from "#domain/impersonation/grant.ts";
import { shopDecider } from "#domain/shop/decider.ts";
import type { LoginResponse } from "#domain/wire/account/account.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";
import { deliver as deliverAny, type SentWebhook } from "#tests/support/webhooks.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

const deliver = (changes: Omit<SentWebhook, "topic"> = {}) => deliverAny(web, { topic: "app/uninstalled", ...changes });

/** Support's current permission to make changes. */
const grantOf = async (tenant: string) =>
  grantAt((await web.runner.load(grantDecider, tenant)).state, web.clock.now().toISOString());
const allowChanges = (token: string) => web.ask("POST", "support/allow-changes", { token, body: { Hours: 72 } });

describe("the uninstall webhook", () => {
  it("deletes the tokens, ends all sessions and is recorded as an event", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    expect((await deliver()).status).toBe(200);
    expect(web.platform.asked).toContain(`forgetTokens ${tenant}`);
    expect((await web.events()).at(-1)).toEqual({ stream: `shop-${tenant}`, type: "ShopUninstalled" });
    expect((await web.ask("GET", "account/status", { token })).status).toBe(401);
  });

  it("does nothing the second time, even after the shop has come back", async () => {
    const { tenant } = await web.givenShop("aurora-demo");
    await deliver();
    const { token } = await web.givenShop("aurora-demo");
    expect((await deliver()).status).toBe(200);
    expect((await web.ask("GET", "account/status", { token })).status).toBe(200);
    expect(web.platform.asked.filter((call) => call === `forgetTokens ${tenant}`)).toHaveLength(1);
  });

  it.each(["account/approveClientCharge", "account/select-tier"])(
    "also ends a token that %s returns to an earlier call, even after the shop has come back",
    async (path) => {
      const { token } = await web.givenShop("aurora-demo");
      const { fetchActiveSubscriptions } = web.platform;
      web.platform.fetchActiveSubscriptions = async (access) => {
        const answered = await fetchActiveSubscriptions(access);
        await deliver();
        return answered;
      };
      const reply = await web.ask("POST", path, { token });
      const { Token: answered } = reply.envelope.Data as unknown as LoginResponse;
      const { token: returned } = await web.givenShop("aurora-demo");
      expect((await web.ask("GET", "account/status", { token: answered })).status).toBe(401);
      expect((await web.ask("GET", "account/status", { token: returned })).status).toBe(200);
    },
  );

  it("does nothing if it was triggered before the last consent", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    await web.state.put(`authorized-at:${tenant}`, web.clock.wall().toISOString());
    expect((await deliver({ headers: { "x-shopify-triggered-at": "2026-11-20T11:59:00.000Z" } })).status).toBe(200);
    expect((await web.ask("GET", "account/status", { token })).status).toBe(200);
    const later = { headers: { "x-shopify-triggered-at": "2026-11-20T12:00:01.000Z" }, id: "another" };
    expect((await deliver(later)).status).toBe(200);
    expect((await web.ask("GET", "account/status", { token })).status).toBe(401);
  });

  it("is completed by the next delivery if the first was interrupted", async () => {
    const { tenant } = await web.givenShop("aurora-demo");
    web.platform.failing.set("forgetTokens", new Error("cut") as never);
    expect((await deliver()).status).toBe(500);
    web.platform.failing.clear();
    expect((await deliver()).status).toBe(200);
    expect((await web.runner.load(shopDecider, tenant)).state.status).toBe("uninstalled");
  });

  it("ends support's permission to change data, but a later delivery keeps a newly granted one", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    await allowChanges(token);
    expect(await grantOf(tenant)).toMatchObject({ hours: 72 });
    await deliver();
    const { token: returned } = await web.givenShop("aurora-demo");
    expect(await grantOf(tenant)).toBeNull();
    await allowChanges(returned);
    await deliver();
    expect(await grantOf(tenant)).toMatchObject({ hours: 72 });
  });

  it("ends support's permission before the shop is uninstalled, even if it is interrupted then", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    await allowChanges(token);
    const { appendToStream } = web.eventStore;
    web.eventStore.appendToStream = async (stream, ...rest) => {
      if (stream === `shop-${tenant}`) throw new Error("cut");
      return appendToStream(stream, ...rest);
    };
    expect((await deliver()).status).toBe(500);
    web.eventStore.appendToStream = appendToStream;
    expect((await web.runner.load(shopDecider, tenant)).state.status).toBe("authorized");
    expect(await grantOf(tenant)).toBeNull();
  });

  it("also ends a permission that an earlier call grants just before the uninstall is recorded", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    const [letIn, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { execute } = web.runner;
    web.runner.execute = async (...asked) => {
      web.runner.execute = execute;
      letIn.resolve();
      await goOn.promise;
      return execute(...asked);
    };
    const allowing = allowChanges(token);
    await letIn.promise;
    const { appendToStream } = web.eventStore;
    web.eventStore.appendToStream = async (stream, ...rest) => {
      if (stream === `shop-${tenant}`) {
        web.eventStore.appendToStream = appendToStream;
        goOn.resolve();
        expect((await allowing).status).toBe(200);
        expect(await grantOf(tenant)).toMatchObject({ hours: 72 });
      }
      return appendToStream(stream, ...rest);
    };
    expect((await deliver()).status).toBe(200);
    await web.givenShop("aurora-demo");
    expect(await grantOf(tenant)).toBeNull();
  });

  it("is acknowledged for an unknown shop", async () => {
    expect((await deliver()).status).toBe(200);
    expect(await web.events()).toEqual([]);
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LoginAction } from "#domain/enumerations.ts";
import type { Account, LoginResponse } from "#domain/wire/account/account.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { signed } from "#tests/support/platform-for-tests.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";
import { addressOf, deliver } from "#tests/support/webhooks.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

const seconds = () => String(Math.floor(web.clock.wall().getTime() / 1000));

const begin = async (shop = "aurora-demo") => {
  const { envelope } = await web.ask("POST", "account/login", { body: { ShopName: shop } });
  return new URL(envelope.Data as string);
};

/** The front end's call for the address that the platform redirects to. */
const callback = async (changes: Record<string, string> = {}, resign = true) => {
  const state = (await begin()).searchParams.get("state") ?? "";
  const query = { code: "c0de", host: "aG9zdA", shop: "aurora-demo.myshopify.com", state, timestamp: seconds() };
  const sent = resign ? signed({ ...query, ...changes }) : { ...signed(query), ...changes };
  return {
    Code: sent.code,
    Hmac: sent.hmac,
    Host: sent.host,
    Shop: sent.shop,
    State: sent.state,
    Timestamp: sent.timestamp,
  };
};

describe("log-in", () => {
  it("returns the platform's address with a fresh nonce, ignoring what follows the shop's first dot", async () => {
    const first = await begin("  Aurora-Demo.myshopify.com ");
    const second = await begin("aurora-demo");
    expect(first.origin + first.pathname).toBe("https://platform.example/aurora-demo/admin/oauth/authorize");
    expect(first.searchParams.get("redirect_uri")).toBe("http://localhost:3000/account/login-callback");
    expect(first.searchParams.get("state")).not.toBe(second.searchParams.get("state"));
  });

  it.each([
    ["", "Please provide shopname"],
    ["   ", "Please provide shopname"],
    [".myshopify.com", "Please provide shopname"],
  ])("asks for a name if it is given '%s'", async (ShopName, message) => {
    const reply = await web.ask("POST", "account/login", { body: { ShopName } });
    expect([reply.status, reply.envelope.ErrorMessage]).toEqual([400, message]);
  });

  it.each(["evil/../x", "a b", "-aurora", "aurora@evil", "http://evil", "https://aurora-demo.myshopify.com/admin"])(
    "refuses '%s' as a shop's name",
    async (ShopName) => {
      const reply = await web.ask("POST", "account/login", { body: { ShopName } });
      expect(reply.status).toBe(400);
      expect(reply.envelope.ErrorMessage).toMatch(/isn't a valid shop name/);
    },
  );
});

describe("the login callback", () => {
  it.each(["", "sheaf-login=", "sheaf-login=somebody-elses-secret-of-32-characters"])(
    "is refused in a browser that didn't begin the login (cookie '%s'), so a link can't log anyone in",
    async (cookie) => {
      const reply = await web.ask("POST", "account/loginCallback", { body: await callback(), headers: { cookie } });
      expect([reply.status, reply.envelope.ErrorCode]).toEqual([403, "FeAuth-002"]);
      expect(reply.envelope.ErrorDetails ?? reply.envelope.ErrorMessage).toMatch(/another browser/);
      expect(await web.events()).toEqual([]);
    },
  );

  it("completes two logins that one browser began in parallel", async () => {
    const [first, second] = [await callback(), await callback()];
    expect((await web.ask("POST", "account/loginCallback", { body: first })).status).toBe(200);
    expect((await web.ask("POST", "account/loginCallback", { body: second })).status).toBe(200);
  });

  it("installs and authorizes the shop, registers for its webhooks, and leads to the tier", async () => {
    const reply = await web.ask("POST", "account/loginCallback", { body: await callback() });
    const data = reply.envelope.Data as unknown as LoginResponse;
    expect(reply.status).toBe(200);
    expect(data.Shop).toMatchObject({
      name: "aurora-demo",
      email: "owner@aurora-demo.example",
      iana_timezone: "Europe/Athens",
      date_format: 0,
      accept_terms_etc: null,
      tier: null,
    });
    expect(data.LoginAction).toEqual({ Action: LoginAction.SelectTier, ActivationUrl: null });
    const stream = `shop-${data.Shop.id}`;
    expect(await web.events()).toEqual([
      { stream, type: "ShopInstalled" },
      { stream, type: "ShopAuthorized" },
      { stream: `workspace-${data.Shop.id}`, type: "FilterCreated" },
      { stream: `workspace-${data.Shop.id}`, type: "FilterCreated" },
    ]);
    expect(web.platform.asked).toEqual([
      "exchangeCode aurora-demo c0de",
      "shopProfile aurora-demo",
      `registerWebhooks http://localhost:3000/webhooks/app/uninstalled http://localhost:3000${await addressOf(web, "app_subscriptions/update")}`,
      `registerWebhooks http://localhost:3000${await addressOf(web, "orders/create")} http://localhost:3000${await addressOf(web, "orders/updated")}`,
    ]);
  });

  it("admits a shop in an unknown time zone, and says that its times are in UTC", async () => {
    web.platform.zones.set("aurora-demo", "Mars/Olympus");
    const reply = await web.ask("POST", "account/loginCallback", { body: await callback() });
    expect(reply.status).toBe(200);
    expect((reply.envelope.Data as unknown as LoginResponse).Shop).toMatchObject({
      iana_timezone: "UTC",
      unknown_timezone: "Mars/Olympus",
    });
  });

  it("creates one tenant per shop, however often it logs in", async () => {
    const first = await web.ask("POST", "account/loginCallback", { body: await callback() });
    const second = await web.ask("POST", "account/loginCallback", { body: await callback() });
    const ids = [first, second].map(({ envelope }) => (envelope.Data as unknown as LoginResponse).Shop.id);
    expect(ids[0]).toBe(ids[1]);
    expect((await web.events()).map(({ type }) => type)).toEqual([
      "ShopInstalled",
      "ShopAuthorized",
      "FilterCreated",
      "FilterCreated",
    ]);
  });

  it("creates no second tenant for a shop whose name was lost, and says that a repair is needed", async () => {
    await web.ask("POST", "account/loginCallback", { body: await callback() });
    const before = await web.events();
    await web.state.delete("shop-name:aurora-demo");
    const reply = await web.ask("POST", "account/loginCallback", { body: await callback() });
    expect([reply.status, reply.envelope.ErrorMessage]).toEqual([503, expect.stringMatching(/has to be repaired/)]);
    expect(await web.events()).toEqual(before);
    expect(await web.state.get("shop-name:aurora-demo")).toBeUndefined();
    expect(web.logged()).toMatch(/The shop aurora-demo is installed.*npm run repair/);
  });

  it("creates a new tenant for a shop that was erased", async () => {
    const { tenant } = await web.givenShop("aurora-demo");
    await web.onShop(tenant, { type: "UninstallShop", webhookId: "w" });
    await web.onShop(tenant, { type: "EraseShop", reason: "shop/redact" });
    const reply = await web.ask("POST", "account/loginCallback", { body: await callback() });
    expect((reply.envelope.Data as unknown as LoginResponse).Shop.id).not.toBe(tenant);
  });

  it("stores nothing for a shop that is erased during its login, and the next login works", async () => {
    const { tenant } = await web.givenShop("aurora-demo");
    await web.onShop(tenant, { type: "UninstallShop", webhookId: "w" });
    const { exchangeCode } = web.platform;
    web.platform.exchangeCode = async (access, code) => {
      const scopes = await exchangeCode(access, code);
      await web.onShop(tenant, { type: "EraseShop", reason: "shop/redact" });
      await web.vault.eraseOwner(tenant);
      return scopes;
    };
    const refused = await web.ask("POST", "account/loginCallback", { body: await callback() });
    expect(refused.envelope.Ok).toBe(false);
    expect(web.platform.asked.at(-1)).toBe(`forgetTokens ${tenant}`);
    expect(await web.vault.eraseOwner(tenant)).toBe(0);
    expect(await web.state.get(`authorized-at:${tenant}`)).toBeUndefined();
    web.platform.exchangeCode = exchangeCode;
    const reply = await web.ask("POST", "account/loginCallback", { body: await callback() });
    expect((reply.envelope.Data as unknown as LoginResponse).Shop.id).not.toBe(tenant);
  });

  const refusedWays: [string, () => Promise<Record<string, unknown>>][] = [
    ["a wrong HMAC", () => callback({ hmac: "0".repeat(64) }, false)],
    ["a changed code", () => callback({ code: "other" }, false)],
    ["a foreign host as shop", () => callback({ shop: "aurora-demo.myshopify.com.evil.example" })],
    ["a host that only looks like a shop", () => callback({ shop: "evil.example/aurora-demo.myshopify.com" })],
    ["a time stamp of two minutes ago", () => callback({ timestamp: String(Number(seconds()) - 120) })],
    ["a time stamp of the future", () => callback({ timestamp: String(Number(seconds()) + 120) })],
    ["a time stamp that is no number", () => callback({ timestamp: "NaN" })],
    ["a state that was never given", () => callback({ state: "never-given" })],
    ["a state of another shop", () => callback({ shop: "borealis-demo.myshopify.com" })],
  ];
  it.each(refusedWays)("is refused with %s, before any request to the platform", async (_name, body) => {
    const reply = await web.ask("POST", "account/loginCallback", { body: await body() });
    expect([reply.status, reply.envelope.ErrorCode, reply.envelope.ErrorMessage]).toEqual([
      403,
      "FeAuth-002",
      "The shop cannot login",
    ]);
    expect(reply.envelope.ErrorDetails).toMatch(/\.$/);
    expect(web.platform.asked).toEqual([]);
    expect(await web.events()).toEqual([]);
  });

  it("is refused if it is replayed", async () => {
    const body = await callback();
    await web.ask("POST", "account/loginCallback", { body });
    const again = await web.ask("POST", "account/loginCallback", { body });
    expect([again.status, again.envelope.ErrorCode]).toEqual([403, "FeAuth-002"]);
  });

  it("lets only one of two simultaneous requests through", async () => {
    const body = await callback();
    const both = await Promise.all([1, 2].map(() => web.ask("POST", "account/loginCallback", { body })));
    expect(both.map((reply) => reply.status).sort()).toEqual([200, 403]);
  });

  it("is refused if the merchant took longer than ten minutes", async () => {
    const state = (await begin()).searchParams.get("state") ?? "";
    web.clock.advance(10 * 60_000 + 1);
    const sent = signed({ code: "c", shop: "aurora-demo.myshopify.com", state, timestamp: seconds() });
    const body = { Code: "c", Hmac: sent.hmac, Shop: sent.shop, State: state, Timestamp: sent.timestamp };
    expect((await web.ask("POST", "account/loginCallback", { body })).status).toBe(403);
  });

  it("includes parameters that the platform may add later in the HMAC", async () => {
    const { Code, Shop, State, Timestamp } = await callback();
    const Hmac = signed({
      code: Code ?? "",
      shop: Shop ?? "",
      state: State ?? "",
      timestamp: Timestamp ?? "",
      embedded: "0",
    }).hmac;
    const body = { Code, Hmac, Shop, State, Timestamp, Query: { embedded: "0" } };
    expect((await web.ask("POST", "account/loginCallback", { body })).status).toBe(200);
  });

  describe("during an uninstall", () => {
    const logIn = async () => {
      const reply = await web.ask("POST", "account/loginCallback", { body: await callback() });
      expect(reply.status).toBe(200);
      return (reply.envelope.Data as unknown as LoginResponse).Token;
    };
    const uninstall = async () => expect((await deliver(web, { topic: "app/uninstalled" })).status).toBe(200);
    const statusWith = async (token: string) => (await web.ask("GET", "account/status", { token })).status;

    it("returns a token that never works, even after the shop has come back", async () => {
      await web.givenShop("aurora-demo");
      const { registerWebhooks } = web.platform;
      web.platform.registerWebhooks = async (...asked) => {
        await registerWebhooks(...asked);
        await uninstall();
      };
      const answered = await logIn();
      web.platform.registerWebhooks = registerWebhooks;
      const returned = await logIn();
      expect([await statusWith(answered), await statusWith(returned)]).toEqual([401, 200]);
    });

    it("returns such a token too if it began between the end of the sessions and the uninstall event", async () => {
      await web.givenShop("aurora-demo");
      const { raiseEpoch } = web.sessions;
      let answered = "";
      web.sessions.raiseEpoch = async (tenant) => {
        web.sessions.raiseEpoch = raiseEpoch;
        await raiseEpoch(tenant);
        answered = await logIn();
      };
      await uninstall();
      const returned = await logIn();
      expect([await statusWith(answered), await statusWith(returned)]).toEqual([401, 200]);
    });
  });

  it("reports that the platform doesn't answer", async () => {
    web.platform.failing.set("shopProfile", new PlatformError("unavailable", "The store platform does not answer."));
    const reply = await web.ask("POST", "account/loginCallback", { body: await callback() });
    expect([reply.status, reply.envelope.ErrorCode]).toEqual([503, "FeAuth-002"]);
    expect(reply.envelope.ErrorDetails).toBe("The store platform does not answer.");
    expect(reply.headers.get("retry-after")).not.toBeNull();
  });
});

describe("the login steps", () => {
  const post = async (token: string, path: string, body?: unknown) =>
    (await web.ask("POST", path, { token, body })).envelope.Data as unknown as LoginResponse;

  it("go from tier to charge to terms to nothing", async () => {
    const { token } = await web.givenShop("aurora-demo", "authorized");
    const tier = await post(token, "account/select-tier");
    expect(tier.LoginAction).toEqual({
      Action: LoginAction.ActivateCharge,
      ActivationUrl: "https://platform.example/charge/1",
    });
    expect(web.platform.asked.at(-1)).toBe("createSubscription Sheaf Starter 9.00 test=true");
    web.platform.subscriptions.push({ id: "gid://shopify/AppSubscription/1", name: "", status: "ACTIVE", test: true });
    const charged = await post(tier.Token, "account/approveClientCharge");
    expect(charged.LoginAction.Action).toBe(LoginAction.AcceptTermsEtc);
    const reply = await web.ask("POST", "account/accept-terms", {
      token: charged.Token,
      body: { HasAccepted: true, HasAcceptMarketing: true },
    });
    const account = reply.envelope.Data as unknown as Account;
    expect(account).toMatchObject({
      accept_terms_etc: "2026-11-20T12:00:00.000Z",
      accepts_marketing: true,
      tier: "Starter",
    });
    const status = await web.ask("GET", "account/status", { token: charged.Token });
    expect(status.envelope.Data).toMatchObject({ LoginAction: { Action: LoginAction.Nothing } });
    expect((await web.events()).map((event) => event.type).slice(2)).toEqual([
      "TierSelected",
      "ChargeRequested",
      "ChargeActivated",
      "TermsAccepted",
      // A shop from before system filters gets them here.
      "FilterCreated",
      "FilterCreated",
    ]);
  });

  it("stay incomplete if the merchant returns without an approved charge", async () => {
    const { token } = await web.givenShop("aurora-demo", "authorized");
    await post(token, "account/select-tier");
    const reply = await web.ask("POST", "account/approveClientCharge", { token });
    expect([reply.status, reply.envelope.ErrorCode, reply.envelope.ErrorMessage]).toEqual([
      200,
      "FeAuth-003",
      "The shop cannot login",
    ]);
  });

  it("ignore a test charge in production", async () => {
    await web.close();
    web = await startWebForTests({
      ENVIRONMENT: "production",
      STORE_URL_TEMPLATE: "https://{shop}.myshopify.com",
      STORE_CLIENT_ID: "an-id",
    });
    const { token } = await web.givenShop("aurora-demo", "authorized");
    await post(token, "account/select-tier");
    expect(web.platform.asked.at(-1)).toMatch(/test=false$/);
    const id = "gid://shopify/AppSubscription/1";
    web.platform.subscriptions.push({ id, name: "", status: "ACTIVE", test: true });
    expect((await web.ask("POST", "account/approveClientCharge", { token })).envelope.ErrorCode).toBe("FeAuth-003");
    web.platform.subscriptions.splice(0, 1, { id, name: "", status: "ACTIVE", test: false });
    expect((await web.ask("POST", "account/approveClientCharge", { token })).envelope.Ok).toBe(true);
  });

  it("request a new charge at login if the platform has ended the old one", async () => {
    await web.givenShop("aurora-demo");
    web.platform.subscriptions.splice(0);
    const reply = await web.ask("POST", "account/loginCallback", { body: await callback() });
    expect((reply.envelope.Data as unknown as LoginResponse).LoginAction).toEqual({
      Action: LoginAction.ActivateCharge,
      ActivationUrl: "https://platform.example/charge/1",
    });
    expect((await web.events()).slice(-2).map((event) => event.type)).toEqual(["ChargeEnded", "ChargeRequested"]);
  });

  it("remember that the terms were declined", async () => {
    const { token } = await web.givenShop("aurora-demo", "charge");
    const body = { HasAccepted: false, HasAcceptMarketing: false };
    const reply = await web.ask("POST", "account/accept-terms", { token, body });
    expect([reply.status, reply.envelope.ErrorMessage]).toEqual([
      200,
      "You have declined the legal documents. Please uninstall the application.",
    ]);
    expect((await web.events()).at(-1)?.type).toBe("TermsDeclined");
  });

  it("keep the date of an earlier acceptance, and show it to the merchant", async () => {
    const { token } = await web.givenShop("aurora-demo");
    web.clock.advance(3_600_000);
    const body = { HasAccepted: true, HasAcceptMarketing: true };
    const again = await web.ask("POST", "account/accept-terms", { token, body });
    const accepted = { accept_terms_etc: "2026-11-20T12:00:00.000Z", accepts_marketing: true };
    expect(again.envelope.Data).toMatchObject(accepted);
    const declined = await web.ask("POST", "account/accept-terms", { token, body: { ...body, HasAccepted: false } });
    expect([declined.status, declined.envelope.ErrorMessage]).toEqual([
      200,
      "The legal documents are already accepted. To withdraw, uninstall the application.",
    ]);
    const status = await web.ask("GET", "account/status", { token });
    expect(status.envelope.Data).toMatchObject({
      Shop: { ...accepted, name: "aurora-demo", email: "owner@aurora-demo.example", tier: "Starter" },
      LoginAction: { Action: LoginAction.Nothing },
    });
  });

  it("show the shop's charge: none, a price, pending or active", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo", "authorized");
    const charge = async () =>
      ((await web.ask("GET", "account/status", { token })).envelope.Data as { Charge: object }).Charge;
    expect(await charge()).toEqual({ Status: "none", Price: null, Currency: "USD", TrialDays: 14 });
    await web.onShop(tenant, { type: "SelectTier" });
    expect(await charge()).toMatchObject({ Status: "none", Price: "9.00" });
    await post(token, "account/select-tier");
    expect(await charge()).toMatchObject({ Status: "pending", Price: "9.00" });
    const subscriptionId = "gid://shopify/AppSubscription/1";
    await web.onShop(tenant, { type: "ActivateCharge", subscriptionId });
    expect(await charge()).toMatchObject({ Status: "active", Price: "9.00" });
    await web.onShop(tenant, { type: "ChangeTier", tier: "Growth" });
    expect(await charge()).toMatchObject({ Status: "none", Price: "19.00" });
  });

  it("don't reveal an erased e-mail address", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    await web.vault.eraseOwner(tenant);
    const status = await web.ask("GET", "account/status", { token });
    expect(status.envelope.Data).toMatchObject({ Shop: { email: null } });
  });

  it("block nothing until the next login after support changes the tier, and then ask for its charge", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    await web.onShop(tenant, { type: "ChangeTier", tier: "Unlimited" }, { kind: "agent", agent: "agent-1" });
    const reports = async () => (await web.ask("GET", "reports/get-reports", { token })).status;
    const gate = async () =>
      ((await web.ask("GET", "account/status", { token })).envelope.Data as { LoginAction: object }).LoginAction;
    expect([await reports(), await gate()]).toMatchObject([200, { Action: LoginAction.Nothing }]);
    const asked = await post(token, "account/select-tier");
    expect(asked).toMatchObject({ LoginAction: { Action: LoginAction.ActivateCharge } });
    expect(await reports()).toBe(402);
    await web.onShop(tenant, { type: "WaiveCharge", seen: "Unlimited" });
    expect([await reports(), await gate()]).toMatchObject([200, { Action: LoginAction.Nothing }]);
  });

  it.each([
    ["charge", 403, "Please read and accept the legal documents first."],
    ["tier", 402, "Pending charges. Please login again."],
    ["authorized", 403, "The shop has no tier yet. Log in again to get one."],
  ] as const)("block every other call after the step '%s' with %i", async (upTo, status, message) => {
    const { token } = await web.givenShop("aurora-demo", upTo);
    const reply = await web.ask("GET", "reports/get-reports", { token });
    expect([reply.status, reply.envelope.ErrorMessage]).toEqual([status, message]);
    expect((await web.ask("GET", "account/status", { token })).status).toBe(200);
  });
});

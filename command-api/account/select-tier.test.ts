import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { shopDecider } from "#domain/shop/decider.ts";
import type { LoginResponse } from "#domain/wire/account/account.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { signed } from "#tests/support/platform-for-tests.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

const post = async (path: string, given: { token?: string; body?: unknown }) =>
  ((await web.ask("POST", path, given)).envelope.Data as unknown as LoginResponse).LoginAction;

const logIn = async () => {
  const { envelope } = await web.ask("POST", "account/login", { body: { ShopName: "aurora-demo" } });
  const state = new URL(envelope.Data as string).searchParams.get("state") ?? "";
  const timestamp = String(Math.floor(web.clock.wall().getTime() / 1000));
  const query = signed({ code: "c0de", host: "aG9zdA", shop: "aurora-demo.myshopify.com", state, timestamp });
  const body = Object.fromEntries(
    ["code", "hmac", "host", "shop", "state", "timestamp"].map((key) => [
      `${key.charAt(0).toUpperCase()}${key.slice(1)}`,
      query[key as keyof typeof query],
    ]),
  );
  return post("account/loginCallback", { body });
};

describe("a larger tier required by the plan", () => {
  it("admits nobody before its charge is paid, even if the charge couldn't be requested", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    const { state } = await web.runner.load(shopDecider, tenant);
    if (state.status !== "authorized") throw new Error(`The shop is ${state.status}.`);
    const profile = { ...state.profile, plan: "Shopify Plus" };
    await web.onShop(tenant, { type: "AuthorizeShop", scopes: [...state.scopes], profile });
    web.platform.failing.set("createSubscription", new PlatformError("unavailable", "cut off"));
    expect((await web.ask("POST", "account/select-tier", { token })).status).not.toBe(200);
    expect((await web.events()).at(-1)).toMatchObject({ type: "TierSelected" });
    expect((await web.ask("GET", "reports/get-reports", { token })).status).toBe(402);
  });
});

describe("a tier that is requested repeatedly", () => {
  it("writes nothing, whatever the command ids", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo");
    const events = (await web.eventStore.readStream(`shop-${tenant}`)).length;
    const { put } = web.state;
    const kept: string[] = [];
    web.state.put = (key, ...rest) => {
      kept.push(key);
      return put(key, ...rest);
    };
    for (let n = 10; n < 13; n++) {
      const headers = { "x-command-id": `00000000-0000-4000-8000-0000000000${n}` };
      expect((await web.ask("POST", "account/select-tier", { token, headers })).status).toBe(200);
    }
    expect(kept).toEqual([]);
    expect(await web.eventStore.readStream(`shop-${tenant}`)).toHaveLength(events);
  });

  it("has one pending charge until the next login, which requests another as it may have been declined", async () => {
    const { tenant, token } = await web.givenShop("aurora-demo", "authorized");
    const first = await post("account/select-tier", { token });
    expect(first.ActivationUrl).toBe("https://platform.example/charge/1");
    const events = (await web.eventStore.readStream(`shop-${tenant}`)).length;
    for (let n = 0; n < 3; n++) expect(await post("account/select-tier", { token })).toEqual(first);
    expect(await web.eventStore.readStream(`shop-${tenant}`)).toHaveLength(events);
    expect(web.platform.asked.filter((call) => call.startsWith("createSubscription"))).toHaveLength(1);
    expect(await logIn()).toEqual({ ...first, ActivationUrl: "https://platform.example/charge/2" });
  });
});

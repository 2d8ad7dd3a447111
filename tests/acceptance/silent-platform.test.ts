import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDemoStore, type DemoStore } from "#demo-store/create-demo-store.ts";
import type { Fault } from "#demo-store/server/faults.ts";
import { SieverCode } from "#domain/filters/sievers.ts";
import type { StorePlatform } from "#infra/ports/store-platform.ts";
import { createStorePlatform } from "#infra/store-platform/create-store-platform.ts";
import { decide } from "#tests/support/html-form.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

/** A merchant waits for a store platform that doesn't respond: over HTTP, against the demo store. The test ends the time. */

const shop = "aurora-demo";
let store: DemoStore;
let platform: StorePlatform;
let web: WebForTests;
beforeEach(async () => {
  store = createDemoStore({ demoNow: new Date("2026-11-20T12:00:00Z"), wall: () => web.clock.wall() });
  const origin = await store.listen(0);
  web = await startWebForTests({}, (stores) => {
    platform = createStorePlatform({
      urlTemplate: `${origin}/{shop}`,
      clientId: "sheaf-demo",
      clientSecret: "sheaf-demo-secret",
      ...stores,
    });
    return platform;
  });
});
afterEach(async () => {
  await web.close();
  await store.close();
});

/** A shop that has consented on the demo store, up to a gate. */
const givenConnected = async (upTo: Parameters<WebForTests["givenShop"]>[1] = "terms") => {
  const { tenant, token } = await web.givenShop(shop, upTo);
  const back = new URL(
    await decide(platform.buildAuthorizeUrl({ shop, state: "s", redirectUri: "http://localhost:3000/" }), "approve"),
  );
  const access = { tenant, shop, signal: new AbortController().signal };
  await platform.exchangeCode(access, back.searchParams.get("code") ?? "");
  return { tenant, token };
};

const always = (kind: Fault["kind"]) =>
  store
    .shopServices(shop)
    .faults.add({ kind, times: 1_000_000, after: 0, retryAfter: 2, delayMs: 0, scope: "read_orders" });
const held = () => store.shopServices(shop).unanswered.size;
const tooLong = "The store platform is taking too long to answer. Try again in a minute.";

const queries = [
  "orders/page-count?location=manual",
  "orders/selectedOrders?location=manual",
  "locations/get-names",
  `filters/suggestions?field=${SieverCode.OrderTags}`,
  `filters/suggestions?field=${SieverCode.Location}`,
  "reports/attributes",
];

describe.each(queries)("GET %s", (path) => {
  it("times out with a message, drops its platform calls, and succeeds when the platform is back", async () => {
    const { token } = await givenConnected();
    always("silent");
    const reply = web.ask("GET", path, { token });
    await expect.poll(held).toBe(1);
    web.runOutOfTime();
    const { status, envelope, headers } = await reply;
    expect([status, envelope.ErrorMessage, headers.get("retry-after")]).toEqual([503, tooLong, "30"]);
    await expect.poll(held).toBe(0);
    store.shopServices(shop).reset();
    expect((await web.ask("GET", path, { token })).status).toBe(200);
    expect(web.logged()).not.toContain("failed unexpectedly");
  });

  it("times out even while the platform throttles it repeatedly", async () => {
    const { token } = await givenConnected();
    always("throttle");
    const reply = web.ask("GET", path, { token });
    await expect.poll(() => store.shopServices(shop).stats.throttles).toBeGreaterThan(0);
    web.runOutOfTime();
    expect((await reply).envelope.ErrorMessage).toBe(tooLong);
  });

  it("is canceled if the client disconnects", async () => {
    const { token } = await givenConnected();
    always("silent");
    const leaving = new AbortController();
    const reply = fetch(`${web.url}/api/${path}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: leaving.signal,
    });
    await expect.poll(held).toBe(1);
    leaving.abort(new Error("left"));
    await expect(reply).rejects.toThrow("left");
    await expect.poll(held).toBe(0);
    await expect.poll(web.underWay).toBe(0);
    expect(web.logged()).not.toContain("failed unexpectedly");
  });
});

it("a client that disconnects doesn't cancel the request of another that waits for the same values", async () => {
  const { token } = await givenConnected();
  always("silent");
  const path = `filters/suggestions?field=${SieverCode.OrderTags}`;
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  const first = fetch(`${web.url}/api/${path}`, { headers, signal: leaving.signal });
  await expect.poll(held).toBe(1);
  const second = web.ask("GET", path, { token });
  await expect.poll(web.underWay).toBe(2);
  leaving.abort(new Error("left"));
  await expect(first).rejects.toThrow("left");
  await expect.poll(web.underWay).toBe(1);
  expect(held()).toBe(1);
  web.runOutOfTime();
  expect((await second).status).toBe(503);
  await expect.poll(held).toBe(0);
});

describe("a step of the account", () => {
  it.each([
    ["account/select-tier", "authorized"],
    ["account/approveClientCharge", "charge"],
  ] as const)("%s times out with a message, and succeeds when the platform is back", async (path, upTo) => {
    const { token } = await givenConnected(upTo);
    always("silent");
    const reply = web.ask("POST", path, { token });
    await expect.poll(held).toBe(1);
    web.runOutOfTime();
    expect(await reply).toMatchObject({
      status: 503,
      envelope: { ErrorCode: "FeAuth-003", ErrorDetails: tooLong, ErrorHelp: "Go back to login and try again." },
    });
    await expect.poll(held).toBe(0);
    store.shopServices(shop).reset();
    // The charge was made by hand: the platform does not know it, and says so.
    expect((await web.ask("POST", path, { token })).status).toBe(200);
  });

  it("the login callback times out with a message, and the next login succeeds", async () => {
    const logIn = async () => {
      const address = (await web.ask("POST", "account/login", { body: { ShopName: shop } })).envelope.Data as string;
      const query = new URL(await decide(address, "approve")).searchParams;
      const body = {
        Code: query.get("code"),
        Hmac: query.get("hmac"),
        Host: query.get("host"),
        Shop: query.get("shop"),
        State: query.get("state"),
        Timestamp: query.get("timestamp"),
      };
      return web.ask("POST", "account/loginCallback", { body });
    };
    always("silent");
    const reply = logIn();
    await expect.poll(held).toBe(1);
    web.runOutOfTime();
    expect(await reply).toMatchObject({ status: 503, envelope: { ErrorCode: "FeAuth-002", ErrorDetails: tooLong } });
    await expect.poll(held).toBe(0);
    store.shopServices(shop).reset();
    expect((await logIn()).status).toBe(200);
  });
});

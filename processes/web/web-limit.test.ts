import { afterEach, describe, expect, it } from "vitest";
import { type Rate, requestRates } from "#application/admission/limits.ts";
import { PlatformError } from "#infra/ports/store-platform.ts";
import { webhookSignature } from "#tests/support/platform-for-tests.ts";
import { type Reply, startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

let web: WebForTests;
afterEach(() => web.close());

const from = (address: string) => ({ "x-forwarded-for": address });
/** The platform's webhook when a shop uninstalls Sheaf. */
const signedUninstall = (shop: string) => {
  const domain = `${shop}.myshopify.com`;
  const raw = JSON.stringify({ id: 7001, myshopify_domain: domain });
  return {
    raw,
    headers: {
      "content-type": "application/json",
      "x-shopify-topic": "app/uninstalled",
      "x-shopify-shop-domain": domain,
      "x-shopify-webhook-id": "b54557e4-bdd9-4b37-8a5f-bf7d70bcd043",
      "x-shopify-hmac-sha256": webhookSignature(raw),
    },
  };
};
const logIn = (headers = {}) => web.ask("POST", "account/login", { body: { ShopName: "aurora-demo" }, headers });

/** Repeats a call until it is refused; returns the number of accepted ones, and the refusal. */
const untilRefused = async (budget: number, ask: () => Promise<Reply>) => {
  for (let passed = 0; passed <= budget; passed++) {
    const reply = await ask();
    if (reply.status === 429) return { passed, reply };
  }
  throw new Error("Nothing was refused.");
};
const until429 = (headers = {}) => untilRefused(requestRates.logIns.amount, () => logIn(headers));

describe("logins", () => {
  it("are limited to 60 a minute per address, including installations and callbacks", async () => {
    web = await startWebForTests({ RATE_LIMIT: "true" });
    await web.ask("POST", "account/install", { body: {} });
    await web.ask("POST", "account/loginCallback", { body: {} });
    const { passed, reply } = await until429();
    expect(passed).toBe(requestRates.logIns.amount - 2);
    expect(reply.envelope).toMatchObject({
      Ok: false,
      ErrorCode: "too-many",
      ErrorMessage: expect.stringMatching(
        /^There were too many logins from your address\. Try again in \d+ seconds?\.$/,
      ),
    });
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await web.ask("POST", "account/install", { body: {} })).status).toBe(429);
  });

  it("block nothing but logins", async () => {
    web = await startWebForTests({ RATE_LIMIT: "true" });
    const { token } = await web.givenShop("aurora-demo");
    await until429();
    expect((await web.ask("POST", "instrumentation/isOnline", { body: {} })).status).toBe(200);
    expect((await web.ask("GET", "app-config")).status).toBe(200);
    expect((await web.ask("GET", "account/status", { token })).status).toBe(200);
  });

  it("are counted by the caller's own address behind a proxy", async () => {
    web = await startWebForTests({ RATE_LIMIT: "true", TRUST_PROXY: "1" });
    await until429(from("203.0.113.7"));
    expect((await logIn(from("203.0.113.8"))).status).toBe(200);
    // The caller's own value precedes the proxy's and is not trusted.
    expect((await logIn(from("203.0.113.9, 203.0.113.7"))).status).toBe(429);
  });

  it("are counted by address only if the proxy includes a port", async () => {
    web = await startWebForTests({ RATE_LIMIT: "true", TRUST_PROXY: "1" });
    let port = 1024;
    const { passed } = await untilRefused(requestRates.logIns.amount, () => logIn(from(`203.0.113.7:${port++}`)));
    expect(passed).toBe(requestRates.logIns.amount);
  });

  it("are counted by connection without a proxy, whatever the caller claims", async () => {
    web = await startWebForTests({ RATE_LIMIT: "true" });
    await until429(from("203.0.113.7"));
    expect((await logIn(from("203.0.113.8"))).status).toBe(429);
  });

  it("are not counted if a proxy does that", async () => {
    web = await startWebForTests({ RATE_LIMIT: "false" });
    await expect(until429()).rejects.toThrow("Nothing was refused.");
  });
});

describe("the requests of an address in a minute", () => {
  const wait = /Try again in \d+ seconds?\.$/;
  /** A call that uses a budget up, with its status before, and the refusal after. */
  const askers: Record<keyof typeof requestRates, { ask: () => Promise<Reply>; status: number; words: RegExp }> = {
    logIns: { ask: () => logIn(), status: 200, words: /^There were too many logins from your address/ },
    calls: {
      ask: () => web.ask("GET", "app-config"),
      status: 200,
      words: /^There were too many requests from your address/,
    },
    tokens: {
      ask: () => web.ask("GET", "account/status", { token: "abc.def.ghi" }),
      status: 401,
      words: /^There were too many requests without a valid login from your address/,
    },
    files: {
      ask: () => web.ask("GET", "/files/guessed/name.csv"),
      status: 404,
      words: /^Too many files were requested from your address/,
    },
    pages: {
      ask: () => web.ask("GET", "/Reports", { headers: { accept: "text/html" } }),
      status: 503,
      words: /^There were too many requests from your address/,
    },
    webhooks: {
      ask: () => web.ask("POST", "/webhooks/app/uninstalled", { body: {} }),
      status: 401,
      words: /^There were too many refused webhooks from your address/,
    },
  };
  const names = Object.keys(askers) as (keyof typeof requestRates)[];

  it.each(names)("are refused with a reason for %s beyond the limit", async (name) => {
    web = await startWebForTests({ RATE_LIMIT: "true" });
    const { ask, status, words } = askers[name];
    expect((await ask()).status).toBe(status);
    const { passed, reply } = await untilRefused(requestRates[name].amount, ask);
    expect(passed).toBe(requestRates[name].amount - 1);
    const { asText }: Rate = requestRates[name];
    const sentence = asText ? reply.text : reply.envelope.ErrorMessage;
    expect(sentence).toMatch(words);
    expect(sentence).toMatch(wait);
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(reply.headers.get("cache-control")).toBe("no-store");
  });

  /** Method and address of every mounted route, with `x` for parameters. */
  const everything = (): { method: string; path: string }[] => {
    type Layer = {
      route?: { path: string; methods: Record<string, boolean> };
      handle: { stack?: Layer[] };
    };
    const below = (stack: Layer[], prefix: string): { method: string; path: string }[] =>
      stack.flatMap((layer) => {
        if (layer.route) {
          const path =
            prefix +
            layer.route.path.replaceAll(/:\w+/g, "x").replace("{*page}", "anything").replace("{/*rest}", "/anything");
          const { _all: all, ...methods } = layer.route.methods;
          const asked = ["get", "post", "put", "delete"].filter((method) => all || methods[method]);
          return asked.map((method) => ({ method: method.toUpperCase(), path }));
        }
        const { stack: inner } = layer.handle;
        // A router doesn't store its prefix; only the API has one.
        return inner ? below(inner, inner.some((one) => one.route?.path === "/account/login") ? "/api" : prefix) : [];
      });
    return below((web.app.router as unknown as { stack: Layer[] }).stack, "");
  };

  it("are counted for every path, including new ones, except /healthz", async () => {
    web = await startWebForTests({ RATE_LIMIT: "true", TRUST_PROXY: "1" });
    const { token } = await web.givenShop("aurora-demo");
    for (const name of names) await untilRefused(requestRates[name].amount, askers[name].ask);
    const { paths } = JSON.parse((await web.ask("GET", "openapi.json", { headers: from("203.0.113.9") })).text) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({
        method: method.toUpperCase(),
        path: `/api${path.replaceAll(/\{\w+\}/g, "x")}`,
      })),
    );
    const mounted = everything();
    for (const address of [...described, { method: "GET", path: "/files/x/x" }, { method: "GET", path: "/healthz" }])
      expect(mounted).toContainEqual(address);
    const nowhere = [
      ...["/api/nothing", "/nothing", "/assets/nothing.js", "/files/nothing", "/", "/api/openapi.json", "/metrics"].map(
        (path) => ({ method: "GET", path }),
      ),
      ...["/webhooks/nothing", "/nothing", "/api/nothing", "/API/account/login"].map((path) => ({
        method: "POST",
        path,
      })),
      { method: "DELETE", path: "/api/account/login" },
    ];
    const free: string[] = [];
    for (const { method, path } of [...described, ...mounted, ...nowhere]) {
      const body = method === "GET" ? {} : { body: {} };
      const reply = await web.ask(method, path, { ...body, headers: { accept: "text/html" } });
      if (reply.status !== 429) free.push(`${method} ${path}`);
    }
    expect([...new Set(free)]).toEqual(["GET /healthz"]);
    expect((await web.ask("GET", "account/status", { token })).status).toBe(200);
    expect((await web.ask("GET", "app-config", { headers: from("203.0.113.8") })).status).toBe(200);
  });

  it("are counted for a malformed API path as for a missing one", async () => {
    web = await startWebForTests({ RATE_LIMIT: "true" });
    const { passed, reply } = await untilRefused(requestRates.calls.amount, () =>
      web.ask("GET", "reports/get/with-columns/%ff"),
    );
    expect(passed).toBe(requestRates.calls.amount);
    expect(reply.envelope.ErrorMessage).toMatch(askers.calls.words);
  });

  it("don't hide from a merchant that they must log in again, whatever strangers send", async () => {
    web = await startWebForTests({ RATE_LIMIT: "true" });
    const { token } = await web.givenShop("aurora-demo");
    await untilRefused(requestRates.tokens.amount, askers.tokens.ask);
    web.platform.failing.set("ordersCount", new PlatformError("reconnect-needed", "Please log in again."));
    const { status, envelope } = await web.ask("GET", "orders/page-count?location=manual", { token });
    expect([status, envelope.ErrorCode, envelope.ErrorMessage]).toEqual([
      401,
      "reconnect-needed",
      "Please log in again.",
    ]);
  });

  it("don't count a merchant who must log in again as a stranger", async () => {
    web = await startWebForTests({ RATE_LIMIT: "true" });
    const { token } = await web.givenShop("aurora-demo");
    web.platform.failing.set("ordersCount", new PlatformError("reconnect-needed", "Please log in again."));
    for (let i = 0; i < 10; i++) await web.ask("GET", "orders/page-count?location=manual", { token });
    const { passed } = await untilRefused(requestRates.tokens.amount, askers.tokens.ask);
    expect(passed).toBe(requestRates.tokens.amount);
  });

  it("don't block a webhook signed by the platform", async () => {
    web = await startWebForTests({ RATE_LIMIT: "true" });
    const { tenant } = await web.givenShop("aurora-demo");
    await untilRefused(requestRates.webhooks.amount, askers.webhooks.ask);
    const signedHook = await web.ask("POST", "/webhooks/app/uninstalled", signedUninstall("aurora-demo"));
    expect(signedHook.status).toBe(200);
    expect((await web.events()).filter(({ stream }) => stream === `shop-${tenant}`).at(-1)?.type).toBe(
      "ShopUninstalled",
    );
  });
});

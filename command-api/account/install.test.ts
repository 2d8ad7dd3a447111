import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { safeRedirectPath } from "#application/http/safe-redirect-path.ts";
import type { LoginResponse } from "#domain/wire/account/account.ts";
import { signed } from "#tests/support/platform-for-tests.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

const seconds = () => String(Math.floor(web.clock.wall().getTime() / 1000));

const installation = (extra: Record<string, string> = {}, query: Record<string, string> = {}) => {
  const sent = signed({ shop: "aurora-demo.myshopify.com", timestamp: seconds(), ...query });
  return {
    Shopname: sent.shop,
    Hmac: sent.hmac,
    Timestamp: sent.timestamp,
    ...(Object.keys(query).length === 0 ? {} : { Query: query }),
    ...extra,
  };
};

describe("an installation started by the platform", () => {
  it("leads to the platform's consent page", async () => {
    const reply = await web.ask("POST", "account/install", { body: installation({}, { host: "aG9zdA" }) });
    expect(reply.envelope.Data).toMatch(/^https:\/\/platform\.example\/aurora-demo\/admin\/oauth\/authorize\?state=/);
  });

  it("returns to the path where it began", async () => {
    const reply = await web.ask("POST", "account/install", { body: installation({ ReturnUrl: "/Reports?x=1#y" }) });
    const state = new URL(reply.envelope.Data as string).searchParams.get("state") ?? "";
    const sent = signed({ code: "c", shop: "aurora-demo.myshopify.com", state, timestamp: seconds() });
    const body = { Code: "c", Hmac: sent.hmac, Shop: sent.shop, State: state, Timestamp: sent.timestamp };
    const login = await web.ask("POST", "account/loginCallback", { body });
    expect((login.envelope.Data as unknown as LoginResponse).ReturnUrl).toBe("/Reports?x=1#y");
  });

  it("is accepted if the platform's signature covers the return path too", async () => {
    const { shop, hmac, timestamp } = signed({
      shop: "aurora-demo.myshopify.com",
      timestamp: seconds(),
      returnurl: "/Reports",
    });
    const body = { Shopname: shop, Hmac: hmac, Timestamp: timestamp, ReturnUrl: "/Reports" };
    expect((await web.ask("POST", "account/install", { body })).status).toBe(200);
  });

  it.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "javascript:alert(1)",
    "Reports",
    "/\t/evil.example",
    "/..//evil.example",
    "/reports/%2e%2e//evil.example",
  ])("is refused if its return path is %j", async (ReturnUrl) => {
    const reply = await web.ask("POST", "account/install", { body: installation({ ReturnUrl }) });
    expect([reply.status, reply.envelope.ErrorCode, reply.envelope.ErrorMessage]).toEqual([
      403,
      "FeAuth-004",
      "The shop cannot install",
    ]);
  });

  it.each([
    ["a wrong HMAC", () => installation({ Hmac: "0".repeat(64) })],
    ["an unsigned parameter", () => ({ ...installation(), Query: { host: "x" } })],
    [
      "another shop's name than the signed one",
      () => ({
        ...installation({}, {}),
        Shopname: "borealis-demo.myshopify.com",
        Query: { shop: "aurora-demo.myshopify.com" },
      }),
    ],
    [
      "an old timestamp",
      () => {
        const sent = signed({ shop: "aurora-demo.myshopify.com", timestamp: String(Number(seconds()) - 91) });
        return { Shopname: sent.shop, Hmac: sent.hmac, Timestamp: sent.timestamp };
      },
    ],
    [
      "a foreign host as the shop",
      () => {
        const sent = signed({ shop: "evil.example", timestamp: seconds() });
        return { Shopname: sent.shop, Hmac: sent.hmac, Timestamp: sent.timestamp };
      },
    ],
  ])("is refused with %s", async (_name, body) => {
    const reply = await web.ask("POST", "account/install", { body: body() });
    expect([reply.status, reply.envelope.ErrorCode]).toEqual([403, "FeAuth-004"]);
  });

  it("reports missing data in the specified words", async () => {
    for (const nothing of [{}, { body: null }]) {
      const absent = await web.ask("POST", "account/install", nothing);
      expect([absent.status, absent.envelope.ErrorMessage]).toEqual([400, "Installation request is not correct"]);
    }
  });

  it.each(["Shopname", "Hmac", "Timestamp"])("reports in the specified words that %s is missing", async (field) => {
    const { [field]: _, ...incomplete }: Record<string, unknown> = installation();
    const reply = await web.ask("POST", "account/install", { body: incomplete });
    expect([reply.status, reply.envelope.ErrorMessage, reply.envelope.ErrorDetails]).toEqual([
      400,
      "Installation request is not correctly formatted",
      `${field} is missing.`,
    ]);
  });
});

describe("a path within Sheaf", () => {
  it.each(["/", "/Reports", "/Report/Design/1?a=b", "/a//b"])("is %s", (path) => {
    expect(safeRedirectPath("http://localhost:3000", path)).toBe(path);
  });
  it.each(["", null, "http://localhost:3000/x", "///evil", "/ü", "/a b", "/%0d%0a/../\\x"])("is not %j", (path) => {
    expect(safeRedirectPath("http://localhost:3000", path)).toBe(null);
  });
});

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LoginResponse } from "#domain/wire/account/account.ts";
import { signed } from "#tests/support/platform-for-tests.ts";
import { startWebForTests, type WebForTests } from "#tests/support/web-for-tests.ts";

let web: WebForTests;
beforeEach(async () => {
  web = await startWebForTests();
});
afterEach(() => web.close());

const design = "/report-design/7?panel=1#table";
const asked = (address: unknown) => (new URL(String(address)).searchParams.get("further") ?? "").split(",");

/** Begins the consent for a column, as the designer does. */
const wish = (token: string, Scopes: readonly string[], ReturnUrl = design) =>
  web.ask("POST", "account/ask-permissions", { token, body: { Scopes, ReturnUrl } });

/** The merchant agrees. `address`: the platform's consent page. */
const agree = async (address: unknown): Promise<LoginResponse> => {
  const query = signed({
    code: "c0de",
    shop: "aurora-demo.myshopify.com",
    state: new URL(String(address)).searchParams.get("state") ?? "",
    timestamp: String(Math.floor(web.clock.wall().getTime() / 1000)),
  });
  const { code: Code, hmac: Hmac, shop: Shop, state: State, timestamp: Timestamp } = query;
  const reply = await web.ask("POST", "account/loginCallback", { body: { Code, Hmac, Shop, State, Timestamp } });
  expect(reply.status).toBe(200);
  return reply.envelope.Data as unknown as LoginResponse;
};
const grantedTo = async (token: string) =>
  (await web.ask("GET", "account/permissions", { token })).envelope.Data as unknown as { Granted: string[] };

describe("a merchant who wants a column that Sheaf may not read yet", () => {
  it("is sent to the platform's consent page and returns to the design with the permission granted", async () => {
    const { token } = await web.givenShop("aurora-demo");
    expect((await grantedTo(token)).Granted).not.toContain("read_users");
    const address = (await wish(token, ["read_users"])).envelope.Data;
    expect(asked(address)).toEqual(["read_users"]);
    web.platform.granted.push("read_users");
    const back = await agree(address);
    expect(back.ReturnUrl).toBe(design);
    expect((await grantedTo(back.Token)).Granted).toContain("read_users");
  });

  it("keeps granted permissions: every later login and request includes them", async () => {
    const { token } = await web.givenShop("aurora-demo");
    web.platform.granted.push("read_users");
    const back = await agree((await wish(token, ["read_users"])).envelope.Data);
    const again = await web.ask("POST", "account/login", { body: { ShopName: "aurora-demo" } });
    expect(asked(again.envelope.Data)).toEqual(["read_users"]);
    expect(asked((await wish(back.Token, ["read_payment_terms"])).envelope.Data)).toEqual([
      "read_users",
      "read_payment_terms",
    ]);
    const other = await web.ask("POST", "account/login", { body: { ShopName: "borealis-demo" } });
    expect(asked(other.envelope.Data)).toEqual([""]);
  });

  it("gains nothing if they don't grant the new permission", async () => {
    const { token } = await web.givenShop("aurora-demo");
    const back = await agree((await wish(token, ["read_users"])).envelope.Data);
    expect((await grantedTo(back.Token)).Granted).not.toContain("read_users");
    const again = await web.ask("POST", "account/login", { body: { ShopName: "aurora-demo" } });
    expect(asked(again.envelope.Data)).toEqual([""]);
  });

  it.each(["https://evil.example/", "//evil.example", "/\\evil.example", "/..//evil.example", "designs", ""])(
    "can only return to paths of Sheaf, not to %j",
    async (ReturnUrl) => {
      const { token } = await web.givenShop("aurora-demo");
      const reply = await wish(token, ["read_users"], ReturnUrl);
      expect([reply.status, reply.envelope.Data]).toEqual([400, null]);
      expect(reply.envelope.ErrorDetails).toMatch(/must be a path within Sheaf/);
    },
  );

  it.each(["write_orders", "read_all_orders", "read_users,write_products", ""])(
    "is not asked for a permission that no column needs: %j",
    async (scope) => {
      const { token } = await web.givenShop("aurora-demo");
      expect((await wish(token, [scope])).status).toBe(400);
    },
  );

  it("has to be logged in", async () => {
    expect((await wish("", ["read_users"])).status).toBe(401);
    expect((await web.ask("GET", "account/permissions")).status).toBe(401);
  });
});

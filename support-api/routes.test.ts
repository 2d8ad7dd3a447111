import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasRole, type Role, roles } from "#domain/console/roles.ts";
import { type ConsoleForTests, type SignedInBrowser, startConsoleForTests } from "#tests/support/console-for-tests.ts";
import type { ConsoleDeps } from "./deps.ts";
import { consoleRoutes } from "./routes.ts";

let support: ConsoleForTests;
const browsers = new Map<Role, SignedInBrowser>();
beforeAll(async () => {
  support = await startConsoleForTests();
  for (const role of roles) browsers.set(role, await support.signIn(role));
});
afterAll(() => support.close());

// The handlers are not called here.
const table = consoleRoutes({ config: {} } as unknown as ConsoleDeps);
const asked = table.map(({ method, path, needs }) => ({
  method,
  needs,
  path: `/support/api/${path.replaceAll(/:\w+/g, "unknown")}`,
}));
const changes = asked.filter(({ method }) => method !== "GET");
const browserOf = (role: Role): SignedInBrowser => {
  const browser = browsers.get(role);
  if (!browser) throw new Error(`Nobody is signed in as ${role}.`);
  return browser;
};
const given = ({ cookie, token }: SignedInBrowser) => ({
  cookie,
  headers: { origin: support.url, "x-support-token": token },
});

describe("every console endpoint", () => {
  it("is in the table, with the role it needs", () => {
    expect(table.map(({ method, path, needs }) => `${method} ${path} ${needs}`)).toMatchInlineSnapshot(`
      [
        "GET me viewer",
        "POST sign-out viewer",
        "POST sign-out-everywhere viewer",
        "GET shops viewer",
        "GET shops/:id viewer",
        "GET exports viewer",
        "GET exports/:id viewer",
        "GET automations viewer",
        "GET automations/:id viewer",
        "GET runs viewer",
        "GET runs/:id viewer",
        "GET dead-jobs viewer",
        "GET dead-jobs/:id viewer",
        "GET open-jobs viewer",
        "GET open-jobs/:id viewer",
        "GET troubled-reports viewer",
        "GET troubled-reports/:id viewer",
        "GET parked viewer",
        "GET parked/:id viewer",
        "GET throttled-shops viewer",
        "GET throttled-shops/:id viewer",
        "GET measures viewer",
        "GET measures/:id viewer",
        "GET webhooks viewer",
        "GET webhooks/:id viewer",
        "GET mails viewer",
        "GET mails/:id viewer",
        "GET console-acts viewer",
        "GET console-acts/:id viewer",
        "GET agents viewer",
        "GET agents/:id viewer",
        "GET happenings viewer",
        "GET happenings/:id viewer",
        "GET impersonations viewer",
        "GET impersonations/:id viewer",
        "POST dead-jobs/:id/try-again agent",
        "POST dead-jobs/:id/drop agent",
        "GET signs viewer",
        "POST shops/:id/impersonate agent",
        "GET shops/:id/as-of viewer",
        "GET shops/:id/as-of/:kind/:thing viewer",
        "GET runs/:id/made-of viewer",
        "GET exports/:id/made-of viewer",
        "POST automations/:id/restart agent",
        "POST exports/:id/ask-again agent",
        "POST exports/:id/keep agent",
        "POST shops/:id/change-tier admin",
        "POST shops/:id/waive-charge admin",
        "POST shops/:id/end-waiver admin",
        "POST shops/:id/change-quotas admin",
        "POST shops/:id/change-flag admin",
        "GET search viewer",
        "POST shops/:id/find-order viewer",
      ]
    `);
  });

  it.each(asked)(
    "is refused without a session, and with a merchant's token: $method $path",
    async ({ method, path }) => {
      const strangers = [
        {},
        { headers: { authorization: "Bearer eyJhbGciOiJIUzI1NiJ9.e30.x", origin: support.url } },
        { cookie: "sheaf-support=abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq" },
        { cookie: "sheaf-support=" },
      ];
      for (const stranger of strangers) {
        const { status, text } = await support.ask(path, { method, ...stranger });
        expect([status, JSON.parse(text).code]).toEqual([401, "sign-in"]);
      }
    },
  );

  it.each(asked.flatMap((call) => roles.map((role) => ({ ...call, role }))))(
    "requires the role $needs: $method $path as $role",
    async ({ method, path, needs, role }) => {
      // For sign-out, only the refusal matters here.
      if (path.includes("sign-out") && hasRole(role, needs)) return;
      const { status } = await support.ask(path, { method, ...given(browserOf(role)) });
      if (hasRole(role, needs)) expect([200, 400, 404]).toContain(status);
      else expect(status).toBe(403);
    },
  );

  it.each(changes)("is refused from another origin if it changes something: $path", async ({ method, path }) => {
    const browser = browserOf("admin");
    const { cookie, headers } = given(browser);
    const forged = [
      {},
      { origin: support.url },
      { "x-support-token": browser.token },
      { ...headers, origin: "https://evil.example" },
      { ...headers, origin: "null" },
      { ...headers, "x-support-token": browserOf("agent").token },
    ];
    for (const one of forged) {
      const { status, text } = await support.ask(path, { method, cookie, headers: one as Record<string, string> });
      expect([status, text]).toEqual([403, expect.stringContaining("didn't come from the console")]);
    }
    expect((await support.ask("/support/api/me", { cookie })).status).toBe(200);
  });

  it("is a 404 if it does not exist", async () => {
    const { status, text } = await support.ask("/support/api/shops/a/b", given(browserOf("admin")));
    expect([status, JSON.parse(text).message]).toEqual([404, "There is no such call."]);
  });
});

describe("the console's other responses", () => {
  it("can't be cached or framed, and run no foreign script", async () => {
    const { headers } = await support.ask("/support/api/me", given(browserOf("viewer")));
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toMatch(/frame-ancestors 'none'/);
    expect(headers.get("content-security-policy")).toMatch(/script-src 'self'(?:;|$)/);
  });

  it("include no endpoint, page or file for merchants", async () => {
    for (const path of ["/api/account/status", "/reports", "/files/a/b", "/webhooks/app/uninstalled", "/metrics"])
      expect((await support.ask(path)).status).toBe(404);
  });
});

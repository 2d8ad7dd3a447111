import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ConsoleForTests, startConsoleForTests } from "#tests/support/console-for-tests.ts";

let support: ConsoleForTests;
beforeEach(async () => {
  support = await startConsoleForTests();
});
afterEach(() => support.close());

const problem = (reply: { headers: Headers }) => reply.headers.get("location");

describe("signing in", () => {
  it("leads to the provider, then back to the requested page, with a cookie that scripts can't read", async () => {
    const browser = await support.begin("/support/exports?filter=%7B%7D");
    expect(browser.reply.status).toBe(302);
    expect(browser.reply.headers.get("location")).toMatch(/^https:\/\/sign-in\.example\//);
    expect(browser.reply.headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Lax$/);
    const reply = await support.comeBack(browser, "agent");
    expect(problem(reply)).toBe("/support/exports?filter=%7B%7D");
    expect(reply.headers.get("set-cookie")).toMatch(
      /^sheaf-support=[\w-]{43}; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict$/,
    );
    expect(await support.acts()).toMatchObject([{ type: "AgentSignedIn", data: { role: "agent" }, tenant: "support" }]);
  });

  it("keeps the name in the vault only, and the session under a hash of its secret", async () => {
    const { cookie } = await support.signIn("viewer");
    const secret = cookie.split("=")[1] ?? "";
    const kept = JSON.stringify(
      await support.state.find("support-agent", String((await support.acts())[0]?.data.agent)),
    );
    expect(kept).not.toContain(secret);
    expect(kept + JSON.stringify(await support.acts()) + support.logged()).not.toContain("Demo viewer");
    expect((await support.ask("/support/api/me", { cookie })).text).toContain("Demo viewer");
  });

  it.each([
    "https://evil.example/",
    "//evil.example",
    "/\\evil.example",
    "/support//evil.example",
    "/support/..//evil.example",
    "/%2f%2fevil.example",
    "javascript:alert(1)",
    "/reports",
    "/supportive",
    "/support/../reports",
    "/support/auth/sign-in",
    "/support/api/me",
    "",
  ])("only returns to a page of the console: %s", async (to) => {
    const reply = await support.comeBack(await support.begin(to), "viewer");
    expect(problem(reply)).toBe("/support/");
  });

  it("works once", async () => {
    const browser = await support.begin();
    await support.comeBack(browser, "admin");
    expect(problem(await support.comeBack(browser, "admin"))).toBe("/support/login?problem=over");
  });

  it("can only be completed in the browser that began it, within ten minutes", async () => {
    const browser = await support.begin();
    const other = await support.begin();
    expect(problem(await support.comeBack({ ...browser, cookie: other.cookie }, "admin"))).toMatch(/problem=over$/);
    expect(problem(await support.comeBack({ ...browser, cookie: "" }, "admin"))).toMatch(/problem=over$/);
    expect(problem(await support.comeBack({ ...browser, state: "made-up" }, "admin"))).toMatch(/problem=over$/);
    support.clock.advance(600_001);
    expect(problem(await support.comeBack(browser, "admin"))).toMatch(/problem=over$/);
    expect(await support.acts()).toEqual([]);
  });

  it("is refused without a role, by the provider's refusal, and while the provider is down", async () => {
    expect(problem(await support.comeBack(await support.begin(), "nobody"))).toBe("/support/login?problem=no-role");
    expect(problem(await support.comeBack(await support.begin(), "stolen"))).toBe("/support/login?problem=refused");
    const browser = await support.begin();
    support.seen.isAway = true;
    expect(problem(await support.comeBack(browser, "admin"))).toBe("/support/login?problem=unavailable");
    expect(problem((await support.begin()).reply)).toBe("/support/login?problem=unavailable");
    expect(await support.acts()).toEqual([]);
  });
});

describe("a session", () => {
  const isIn = async (cookie: string) => (await support.ask("/support/api/me", { cookie })).status === 200;

  it("ends after half an hour without use, and after eight hours in any case", async () => {
    const { cookie } = await support.signIn("viewer");
    const idle = await support.signIn("agent");
    for (let minutes = 0; minutes < 8 * 60 - 20; minutes += 20) {
      support.clock.advance(20 * 60_000);
      if (minutes < 450) expect(await isIn(cookie)).toBe(true);
    }
    expect(await isIn(idle.cookie)).toBe(false);
    support.clock.advance(20 * 60_000);
    expect(await isIn(cookie)).toBe(false);
  });

  it("is ended by signing out, here or everywhere, which is recorded", async () => {
    const here = await support.signIn("agent");
    const there = await support.signIn("agent");
    const another = await support.signIn("viewer");
    expect((await support.change(here, "/support/api/sign-out")).text).toBe('{"leaveTo":null}');
    expect([await isIn(here.cookie), await isIn(there.cookie)]).toEqual([false, true]);
    const again = await support.signIn("agent");
    const left = await support.change(again, "/support/api/sign-out-everywhere");
    expect(left.text).toContain("https://sign-in.example/sign-out");
    expect(left.headers.get("set-cookie")).toContain("Max-Age=0");
    expect([await isIn(there.cookie), await isIn(again.cookie), await isIn(another.cookie)]).toEqual([
      false,
      false,
      true,
    ]);
    const outs = (await support.acts()).filter(({ type }) => type === "AgentSignedOut");
    expect(outs.map(({ data }) => data.everywhere)).toEqual([false, true]);
  });

  it("ends if a repair ends all logins", async () => {
    await support.state.put("token-era", "one");
    const { cookie } = await support.signIn("viewer");
    expect(await isIn(cookie)).toBe(true);
    await support.state.delete("token-era");
    expect(await isIn(cookie)).toBe(false);
  });

  it("ends by a repair even if it began before any merchant's login, and isn't restored by the next", async () => {
    const { cookie } = await support.signIn("viewer");
    expect(await isIn(cookie)).toBe(true);
    await support.state.delete("token-era");
    expect(await isIn(cookie)).toBe(false);
    const next = await support.signIn("agent");
    expect([await isIn(cookie), await isIn(next.cookie)]).toEqual([false, true]);
  });
});

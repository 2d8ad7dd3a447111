import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Account } from "#domain/wire/account/account.ts";
import { hasChromium } from "./support/chromium.ts";
import { withDesigns } from "./support/report-scenes.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script } from "./support/scripted-api.ts";

const ended = { status: 401, error: { code: "X", message: "other words" } } as const;

/** A server that no longer knows the login until someone logs in again as `who`. */
const endedLogIn = (who: Account = account) => {
  let isIn = false;
  const script: Script = {
    ...withDesigns,
    "reports/get-reports": (...call) => (isIn ? (withDesigns["reports/get-reports"]?.(...call) ?? ended) : ended),
    "filters/get-filters": () => (isIn ? { data: [] } : ended),
    "data/columns": () => ended,
    "account/loginCallback": () => {
      isIn = true;
      return { data: { Shop: who, Token: "t2", LoginAction: { Action: 0, ActivationUrl: null } } };
    },
  };
  return script;
};

/** The store sends the browser back, in the same tab. */
const comeBackFromStore = (page: Page) =>
  page.goto(
    `${new URL(page.url()).origin}/Account/login-callback?code=c&hmac=h&shop=a.myshopify.com&state=s&timestamp=1`,
  );

describe.runIf(hasChromium())("after logging in again", () => {
  const screens = useScreens();

  it("the user returns once to the page where the login ended", async () => {
    const { page } = await screens.open("/Manager?tab=1#Filters", { account, script: endedLogIn() });
    await page.waitForURL(/\/Login$/);
    await comeBackFromStore(page);
    await page.waitForURL(/\/Manager\?tab=1#Filters$/);
    await page.getByRole("heading", { name: "Manager" }).first().waitFor();
    await comeBackFromStore(page);
    await page.waitForURL(/\/Reports$/);
  });

  it("the user returns to the page that was opened without a login", async () => {
    const { page } = await screens.open("/Configuration", { script: endedLogIn() });
    await page.waitForURL(/\/Login$/);
    await comeBackFromStore(page);
    await page.waitForURL(/\/Configuration$/);
  });

  it("the user stays on their page once another tab has logged in again", async () => {
    const { page } = await screens.open("/ContactUs", { account, script: withDesigns });
    await page.getByRole("heading", { level: 1 }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${new URL(page.url()).origin}/Documents`);
    const token = await other.evaluate(() => localStorage.getItem("AUTH_TOKEN_KEY"));
    await other.evaluate(() => localStorage.removeItem("AUTH_TOKEN_KEY"));
    await page.waitForURL(/\/Login$/);
    await other.evaluate((kept) => localStorage.setItem("AUTH_TOKEN_KEY", kept ?? ""), token);
    await page.waitForURL(/\/ContactUs$/);
  });

  it("the user returns to their page after another tab had logged out", async () => {
    const { page } = await screens.open("/ContactUs", { account, script: { ...endedLogIn(), ...withDesigns } });
    await page.getByRole("heading", { level: 1 }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${new URL(page.url()).origin}/Documents`);
    await other.evaluate(() => localStorage.removeItem("AUTH_TOKEN_KEY"));
    await page.waitForURL(/\/Login$/);
    await page.getByRole("alert").getByText("You were logged out in another tab.").waitFor();
    await comeBackFromStore(page);
    await page.waitForURL(/\/ContactUs$/);
  });

  it("a new login and one after a logout lead to Reports", async () => {
    const plain = await screens.open("/Login", { script: endedLogIn() });
    await comeBackFromStore(plain.page);
    await plain.page.waitForURL(/\/Reports$/);
    await plain.page.goto(`${new URL(plain.page.url()).origin}/ContactUs`);
    await plain.page.getByRole("button", { name: /Aurora/ }).click();
    await plain.page.getByRole("menuitem", { name: "Log out" }).click();
    await plain.page.waitForURL(/\/Login$/);
    await comeBackFromStore(plain.page);
    await plain.page.waitForURL(/\/Reports$/);
  });

  it("another shop starts at Reports", async () => {
    const { page } = await screens.open("/Manager", {
      account,
      script: endedLogIn({ ...account, id: "b", name: "Borealis" }),
    });
    await page.waitForURL(/\/Login$/);
    await comeBackFromStore(page);
    await page.waitForURL(/\/Reports$/);
  });

  it.each(["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "{"])(
    "an address that isn't ours (%s) leads to Reports",
    async (path) => {
      const { page } = await screens.open("/Login", { script: endedLogIn() });
      await page.evaluate(
        ([key, value]) => sessionStorage.setItem(key ?? "", value ?? ""),
        ["AFTER_LOGIN_KEY", path === "{" ? path : JSON.stringify({ path, account: null })],
      );
      await comeBackFromStore(page);
      await page.waitForURL(/\/Reports$/);
      expect(await page.evaluate(() => sessionStorage.getItem("AFTER_LOGIN_KEY"))).toBeNull();
    },
  );
});

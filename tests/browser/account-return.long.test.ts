import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Account } from "#domain/wire/account/account.ts";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium, hasRememberingChromium, launchRememberingChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script, type Scripted } from "./support/scripted-api.ts";

const newcomer: Account = { ...account, accept_terms_etc: null };
const store = "https://store.example/";
const charge = `${store}charge`;
const consent = `${store}consent`;

const chargeDue: Scripted = {
  data: { Shop: newcomer, Token: "t", LoginAction: { Action: 1, ActivationUrl: charge } },
};
const script: Script = {
  "account/select-tier": () => chargeDue,
  "account/loginCallback": () => chargeDue,
  "account/install": () => ({ data: consent }),
  "account/login": () => ({ data: consent }),
};
const install = "/Install?shop=my-shop.myshopify.com&hmac=h&timestamp=1&returnurl=/Reports&host=o";
const callback = "/account/login-callback?code=c&hmac=h&shop=my-shop&state=x&timestamp=1";

/** The store has pages, too. */
const withStore = async (page: Page) => {
  await page
    .context()
    .route(`${store}**`, (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Store</title><h1>Your store</h1>" }),
    );
};
const atStore = (page: Page, url: string) => page.waitForURL(url).then(() => page.getByText("Your store").waitFor());
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const onward = (page: Page) => page.getByRole("button", { name: "Continue to your store" });

describe.runIf(hasChromium())("returning from the store", () => {
  const screens = useScreens();
  /** Opens a page that leads to the store at once, and waits until the browser is there. */
  const openAndLeave = async (path: string, to: string, who: Account | null = null) => {
    const opened = await screens.open("/Documents", { account: who, script });
    await withStore(opened.page);
    await opened.page.goto(new URL(path, opened.page.url()).href);
    await atStore(opened.page, to);
    return opened;
  };

  it("by Back from the charge shows the next step, and continues only when it is pressed", async () => {
    const { page, callsOf } = await openAndLeave("/Account/select-tier", charge, newcomer);
    await page.goBack();
    await heading(page, "Approve the charge in your store");
    expect(await page.getByRole("progressbar").count()).toBe(0);
    await page.reload();
    await heading(page, "Approve the charge in your store");
    expect(callsOf("account/select-tier")).toHaveLength(1);
    await page.goForward();
    await atStore(page, charge);
    await page.goBack();
    await tabTo(page, onward(page));
    await page.keyboard.press("Enter");
    await atStore(page, charge);
    expect(callsOf("account/select-tier")).toHaveLength(2);
  });

  it("to a login that led to the charge never sends its code twice", async () => {
    const { page, callsOf } = await openAndLeave(callback, charge);
    await page.goBack();
    await heading(page, "Approve the charge in your store");
    expect(callsOf("account/loginCallback")).toHaveLength(1);
    await onward(page).click();
    await atStore(page, charge);
  });

  it("to the installation shows the next step, while a second tab starts over", async () => {
    const { page, callsOf } = await openAndLeave(install, consent);
    await page.goBack();
    await heading(page, "Continue in your store");
    expect(callsOf("account/install")).toHaveLength(1);
    await onward(page).click();
    await atStore(page, consent);
    expect(callsOf("account/install")).toHaveLength(2);
    const second = await screens.open(install, { script: { "account/install": () => "no answer yet" } });
    await heading(second.page, "Authenticating application");
  });

  it("to a login with the shop in its address keeps the shop's name and waits", async () => {
    const { page, callsOf } = await openAndLeave("/Login?shop=my-shop", consent);
    await page.goBack();
    await heading(page, "Log in to Sheaf");
    expect(await page.getByLabel("Shop name").inputValue()).toBe("my-shop");
    expect(callsOf("account/login")).toHaveLength(1);
    await page.getByRole("button", { name: "Login" }).click();
    await atStore(page, consent);
  });

  it("to a login that started with a logout doesn't log out again", async () => {
    const { page, callsOf } = await screens.open("/Login?logout=1", { account, script });
    await page.getByText("Logout user. Please try to login again.").waitFor();
    await withStore(page);
    await page.getByLabel("Shop name").fill("my-shop");
    await page.keyboard.press("Enter");
    await atStore(page, consent);
    await page.goBack();
    await heading(page, "Log in to Sheaf");
    expect(new URL(page.url()).search).toBe("");
    expect(callsOf("account/login")).toHaveLength(1);
  });

  it("by reopening a used login says so, and offers to continue as the logged-in user", async () => {
    const { page } = await screens.open(callback, {
      account,
      script: { "account/loginCallback": () => ({ status: 200, error: { code: "X", message: "Used." } }) },
    });
    await page.getByRole("alert").filter({ hasText: "Used." }).waitFor();
    await page.getByRole("link", { name: "Continue as Aurora" }).click();
    await heading(page, "Generate report");
  });

  it.each(["light", "dark"] as const)("is accessible and fits a phone (%s)", async (scheme) => {
    const { page } = await screens.open("/Documents", { account: newcomer, script, scheme });
    await withStore(page);
    await page.goto(new URL("/Account/select-tier", page.url()).href);
    await atStore(page, charge);
    await page.goBack();
    await heading(page, "Approve the charge in your store");
    await expectAccessible(page);
    await expectFitsTelephone(page);
  });
});

describe.runIf(hasRememberingChromium())("a page restored from the back/forward cache", () => {
  const screens = useScreens(launchRememberingChromium);

  it.each([
    ["/Account/select-tier", newcomer, "Approve the charge in your store"],
    ["/Install?shop=my-shop.myshopify.com&hmac=h&timestamp=1", null, "Continue in your store"],
    ["/Login?shop=my-shop", null, "Log in to Sheaf"],
  ] as const)("%s: shows the next step and no spinner", async (path, who, title) => {
    const { page } = await screens.open("/Documents", { account: who, script });
    await withStore(page);
    await page.addInitScript("addEventListener('pagehide', () => { window.isTheSame = true; })");
    await page.goto(new URL(path, page.url()).href);
    await page.waitForURL(`${store}**`);
    // A page from the back/forward cache never fires `load`.
    await page.goBack({ waitUntil: "commit" });
    await heading(page, title);
    expect(await page.getByRole("progressbar").count()).toBe(0);
    // The same page, not a reloaded one: the browser decides, so the test checks.
    expect(await page.evaluate("window.isTheSame === true")).toBe(true);
  });
});

import { describe, expect, it } from "vitest";
import type { Account } from "#domain/wire/account/account.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import { useScreens } from "./support/screens.ts";
import { account } from "./support/scripted-api.ts";

const newcomer: Account = { ...account, accept_terms_etc: null };
const statusOf = (Shop: Account) => () => ({
  data: { Shop, LoginAction: { Action: Shop.accept_terms_etc ? 0 : 3, ActivationUrl: null } },
});

describe.runIf(hasChromium())("the account screens", () => {
  const screens = useScreens();

  it("asks for a shop name, and sends the part before the first dot", async () => {
    const { page, callsOf } = await screens.open("/login", {
      script: {
        "account/login": () => ({
          status: 200,
          error: { code: "FeAuth-001", message: "The shop cannot login", details: "The store is closed." },
        }),
      },
    });
    await page.getByRole("button", { name: "Login" }).click();
    await page.getByRole("alert").filter({ hasText: "Please provide shopname" }).waitFor();
    await page.getByLabel("Shop name").fill(" aurora-demo.myshopify.com ");
    await page.keyboard.press("Enter");
    const refused = page.getByRole("alert").filter({ hasText: "The shop cannot login" });
    await refused.getByText("The store is closed.").waitFor();
    expect(callsOf("account/login").map(({ body }) => body)).toEqual([{ ShopName: "aurora-demo" }]);
    expect(await page.title()).toBe("Login · Sheaf");
  });

  it.each([
    "https://aurora-demo.myshopify.com/admin",
    "https://admin.shopify.com/store/aurora-demo",
    "  ADMIN.shopify.com/store/Aurora-Demo/orders?status=open  ",
  ])("accepts a copied address of a store page: %s", async (copied) => {
    const { page, callsOf } = await screens.open("/Login", {
      script: { "account/login": () => ({ status: 200, error: { code: "X", message: "No." } }) },
    });
    await page.getByLabel("Shop name").fill(copied);
    await page.getByRole("button", { name: "Login" }).click();
    await page.getByRole("alert").filter({ hasText: "No." }).waitFor();
    expect(callsOf("account/login").map(({ body }) => body)).toEqual([{ ShopName: "aurora-demo" }]);
    expect(await page.getByLabel("Shop name").inputValue()).toBe("aurora-demo");
  });

  it("says 'The shop cannot login' if the response has no address", async () => {
    const { page } = await screens.open("/login", { script: { "account/login": () => ({ data: null }) } });
    await page.getByLabel("Shop name").fill("aurora-demo");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "The shop cannot login" }).waitFor();
  });

  it("suggests a valid shop name for a typed store name, and sends only that", async () => {
    const { page, callsOf } = await screens.open("/Login", {
      script: { "account/login": () => ({ status: 200, error: { code: "X", message: "No." } }) },
    });
    const name = page.getByRole("textbox", { name: "Shop name" });
    await name.fill("Aurora Demo");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "That isn't a valid shop name." }).waitFor();
    expect(callsOf("account/login")).toEqual([]);
    await page.getByRole("button", { name: "Log in to aurora-demo" }).click();
    await page.getByRole("alert").filter({ hasText: "No." }).waitFor();
    expect(callsOf("account/login").map(({ body }) => body)).toEqual([{ ShopName: "aurora-demo" }]);
    expect(await name.inputValue()).toBe("aurora-demo");
  });

  it("logs in at once if the address names a shop, and with one click for a demo shop", async () => {
    const script = { "account/login": () => ({ status: 200, error: { code: "X", message: "No." } }) };
    const named = await screens.open("/login?shop=my-shop.myshopify.com", { script });
    await named.page.getByRole("alert").filter({ hasText: "No." }).waitFor();
    expect(named.callsOf("account/login").map(({ body }) => body)).toEqual([{ ShopName: "my-shop" }]);
    await named.page.getByRole("button", { name: "nimbus-demo" }).click();
    await expect.poll(() => named.callsOf("account/login").at(-1)?.body).toEqual({ ShopName: "nimbus-demo" });
  });

  it("lists shops that logged in here before, to log in or remove with one click", async () => {
    const { page, callsOf } = await screens.open("/Login", {
      script: { "account/login": () => ({ status: 200, error: { code: "X", message: "No." } }) },
    });
    const before = page.getByRole("list", { name: "Logged in here before" });
    expect(await before.count()).toBe(0);
    await page.evaluate(() => localStorage.setItem("LOGIN_HISTORY_KEY", '["first-shop","second-shop"]'));
    await page.reload();
    await before.getByRole("button", { name: "second-shop", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "No." }).waitFor();
    expect(callsOf("account/login").map(({ body }) => body)).toEqual([{ ShopName: "second-shop" }]);
    await tabTo(page, page.getByRole("button", { name: "Remove first-shop from this list" }));
    await page.keyboard.press("Enter");
    await before.getByText("first-shop").waitFor({ state: "detached" });
    await page.reload();
    await before.getByText("second-shop").waitFor();
    expect(await before.getByText("first-shop").count()).toBe(0);
    await page.getByRole("button", { name: "Remove second-shop from this list" }).click();
    await before.waitFor({ state: "detached" });
  });

  it("says what the small demo shops are called, if there are any", async () => {
    const Links = { Review: null, Chat: null, AppStore: null, SupportEmail: null, PostalAddress: null };
    const { page } = await screens.open("/Login", {
      script: {
        "app-config": () => ({
          data: {
            Environment: "local",
            Links,
            DemoShops: [],
            SmallDemoShops: { First: "demo-0001", Last: "demo-0050" },
          },
        }),
      },
    });
    await page.getByText("There are small demo shops too. Type a name from demo-0001 to demo-0050.").waitFor();
  });

  it("tells newcomers to install from the app store, with a link if one is configured", async () => {
    const note = "New here? Install Sheaf from your store platform's app store.";
    const without = await screens.open("/Login");
    await without.page.getByRole("alert").filter({ hasText: note }).waitFor();
    expect(await without.page.getByRole("link", { name: "your store platform's app store" }).count()).toBe(0);
    const Links = {
      Review: null,
      Chat: null,
      AppStore: "https://apps.example",
      SupportEmail: null,
      PostalAddress: null,
    };
    const linked = await screens.open("/Login", {
      script: { "app-config": () => ({ data: { Environment: "local", Links, DemoShops: [] } }) },
    });
    await linked.page.getByRole("alert").filter({ hasText: note }).waitFor();
    const link = linked.page.getByRole("link", { name: "your store platform's app store" });
    expect(await link.getAttribute("href")).toBe("https://apps.example");
  });

  it("hides a message after five seconds", async () => {
    const { page } = await screens.open("/Login?logout", { account, clockFrom: "2026-11-20T10:00:00Z" });
    const message = page.getByText("Logout user. Please try to login again.");
    await message.waitFor();
    await page.clock.runFor(4500);
    expect(await message.count()).toBe(1);
    await page.clock.runFor(1000);
    await message.waitFor({ state: "detached" });
  });

  it("clears the account if the address says logout", async () => {
    const { page } = await screens.open("/Login?logout", { account });
    await page.getByText("Logout user. Please try to login again.").waitFor();
    expect(await page.evaluate(() => localStorage.getItem("AUTH_TOKEN_KEY"))).toBeNull();
    await page.goto(new URL("/reports", page.url()).href);
    await page.waitForURL(/\/Login$/);
  });

  it("remembers the shop that logged in, and continues with the step that the response names", async () => {
    const { page, callsOf } = await screens.open(
      "/account/login-callback?code=c&hmac=h&host=o&shop=aurora-demo.myshopify.com&state=s&timestamp=1&extra=e",
      {
        script: {
          "account/loginCallback": () => ({
            data: { Shop: newcomer, Token: "t", LoginAction: { Action: 3, ActivationUrl: null } },
          }),
          "account/status": statusOf(newcomer),
        },
      },
    );
    await page.waitForURL(/\/Account\/accept-terms$/);
    expect(callsOf("account/loginCallback").map(({ body }) => body)).toEqual([
      {
        Code: "c",
        Hmac: "h",
        Host: "o",
        Shop: "aurora-demo.myshopify.com",
        State: "s",
        Timestamp: "1",
        Query: { extra: "e" },
      },
    ]);
    expect(await page.evaluate(() => localStorage.getItem("LOGIN_HISTORY_KEY"))).toBe('["aurora-demo"]');
  });

  it("shows why a tier couldn't be chosen, and a link back", async () => {
    const { page } = await screens.open("/account/select-tier", {
      account: newcomer,
      script: { "account/select-tier": () => ({ status: 200, error: { code: "X", message: "The store is silent." } }) },
    });
    await page.getByRole("heading", { name: "Shop is authorizing" }).waitFor();
    await page.getByRole("alert").filter({ hasText: "The store is silent." }).waitFor();
    await page.getByRole("link", { name: "Go back to login" }).click();
    await page.waitForURL(/\/Login$/);
  });

  it("requires the box to be checked to accept the terms", async () => {
    const { page, callsOf } = await screens.open("/Reports", {
      account: newcomer,
      script: { "account/status": statusOf(newcomer), "account/accept-terms": () => ({ data: account }) },
    });
    await page.waitForURL(/\/Account\/accept-terms$/);
    await page.getByText("Customize, export, and automate your orders effortlessly!").waitFor();
    const missing = page.getByText("You have to read and accept the documents to continue");
    await page.getByRole("button", { name: "Accept" }).click();
    await missing.waitFor();
    await page.getByRole("checkbox", { name: /I have read and accept/ }).check();
    await missing.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Accept" }).click();
    await page.waitForURL(/\/Reports$/);
    expect(callsOf("account/accept-terms").map(({ body }) => body)).toEqual([
      { HasAccepted: true, HasAcceptMarketing: false },
    ]);
  });

  it("sends a merchant with a pending charge to log in again, instead of showing the terms", async () => {
    const { page } = await screens.open("/Account/accept-terms", {
      account: newcomer,
      script: {
        "account/status": () => ({
          data: { Shop: newcomer, LoginAction: { Action: 1, ActivationUrl: "https://store.example/charge" } },
        }),
      },
    });
    await page.waitForURL(/\/Login$/);
    await page.getByRole("alert").filter({ hasText: "Pending charges. Please login again." }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem("AUTH_TOKEN_KEY"))).toBeNull();
  });

  it("logs out a merchant who declines the terms, and says what to do", async () => {
    const { page, callsOf } = await screens.open("/", {
      account: newcomer,
      script: {
        "account/status": statusOf(newcomer),
        "account/accept-terms": () => ({ status: 200, error: { code: "Declined", message: "You have declined." } }),
      },
    });
    await page.getByRole("button", { name: "Decline" }).click();
    await page.waitForURL(/\/Login$/);
    await page.getByText("You have declined the legal documents. Please uninstall the application.").waitFor();
    expect(callsOf("account/logout")).toHaveLength(1);
    expect(await page.evaluate(() => localStorage.getItem("ACCOUNT_DATA_KEY"))).toBeNull();
  });

  it("says when the terms were accepted, in the shop's time zone, without asking again", async () => {
    const { page } = await screens.open("/Account/accept-terms", {
      account,
      script: { "account/status": statusOf(account) },
    });
    await page.getByText("You read and accept the legal documents at 2026/11/20 10:00").waitFor();
    expect(await page.getByRole("checkbox").isDisabled()).toBe(true);
    expect(await page.getByRole("button", { name: /Accept|Decline/ }).count()).toBe(0);
  });

  it("shows the login page with the reason after a 401 and a 402", async () => {
    const cases = [
      [401, "User is not authorized. Please login again."],
      [402, "Pending charges. Please login again."],
    ] as const;
    for (const [status, sentence] of cases) {
      const { page } = await screens.open("/Reports", {
        account,
        script: { "reports/get-reports": () => ({ status, error: { code: "X", message: "other words" } }) },
      });
      await page.waitForURL(/\/Login$/);
      await page.getByText(sentence).waitFor();
      expect(await page.evaluate(() => localStorage.getItem("AUTH_TOKEN_KEY"))).toBeNull();
    }
  });

  it("waits offline, retries every 15 seconds, and returns to the last page", async () => {
    let online = false;
    const { page, callsOf } = await screens.open("/Reports?tab=1", {
      account,
      clockFrom: "2026-11-20T10:00:00Z",
      script: {
        "reports/get-reports": () => (online ? { data: [] } : "no response"),
        "instrumentation/isOnline": () => (online ? { data: true } : "no response"),
      },
    });
    await page.clock.runFor(1000);
    await page.waitForURL(/\/Offline$/);
    await page.getByText("Next attempt in 15 s").waitFor();
    await page.clock.runFor(5000);
    await page.getByText("Next attempt in 10 s").waitFor();
    await page.clock.runFor(10_000);
    await expect.poll(() => callsOf("instrumentation/isOnline").length).toBe(1);
    await page.clock.runFor(1000);
    await expect.poll(() => callsOf("instrumentation/isOnline").length).toBe(2);
    await page.getByText("Next attempt in 15 s").waitFor();
    // A failed retry keeps the focus.
    await page.getByRole("button", { name: "retry connection" }).click();
    await expect.poll(() => callsOf("instrumentation/isOnline").length).toBe(4);
    await page.getByText("Next attempt in 15 s").waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("retry connection");
    online = true;
    await page.getByRole("button", { name: "retry connection" }).click();
    await page.waitForURL(/\/Reports\?tab=1$/);
    await page.getByRole("heading", { name: "Generate report" }).waitFor();
  });

  it("keeps a choice made without a connection, and saves it later", async () => {
    let online = true;
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      script: {
        "appData/setManualExport": () => (online ? { data: true } : "no response"),
        "instrumentation/isOnline": () => ({ data: true }),
      },
    });
    await page.getByRole("combobox", { name: "Date range" }).click();
    online = false;
    await page.getByRole("option", { name: "Last month" }).click();
    await page.waitForURL(/\/Offline$/);
    online = true;
    await page.getByRole("button", { name: "retry connection" }).click();
    await page.getByRole("combobox", { name: "Date range" }).filter({ hasText: "Last month" }).waitFor();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(callsOf("appData/setManualExport").at(-1)?.body).toMatchObject({
      UserOrderFilters: { order_date_range: 6 },
    });
  });

  it("also waits offline if a page's code can't be fetched, and shows the page later", async () => {
    const { page } = await screens.open("/nowhere", { script: { "instrumentation/isOnline": () => ({ data: true }) } });
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    await page.route(/\/assets\//, (route) => route.abort("connectionrefused"));
    await page.getByRole("link", { name: "Go to login" }).click();
    await page.getByRole("heading", { name: "You're offline" }).waitFor();
    await page.unroute(/\/assets\//);
    await page.getByRole("button", { name: "retry connection" }).click();
    await page.getByLabel("Shop name").waitFor();
    expect(new URL(page.url()).pathname).toBe("/Login");
  });

  it("shows a 404 page for unknown addresses, logged in or not", async () => {
    for (const who of [account, null]) {
      const { page } = await screens.open("/no/such/page", { account: who });
      await page.getByRole("heading", { name: "Page not found" }).waitFor();
      await page.getByRole("link", { name: who ? "Go to Reports" : "Go to login" }).click();
      await page.waitForURL(who ? /\/Reports$/ : /\/Login$/);
    }
  });
});

import { readFile } from "node:fs/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { privacyRequestJobKind } from "#domain/retention/job-kinds.ts";
import type { ConsoleDeadJob } from "#domain/wire/support/console.ts";
import { logIn } from "#tests/support/merchant.ts";
import { freePort, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { printedPassword } from "#tests/support/support-person.ts";
import { until } from "#tests/support/until.ts";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium, launchChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";

/** The console for support: sign-in at the demo's provider, lists, one item, sign-out. */

describe.runIf(hasChromium())("the support console", () => {
  let sheaf: StartedSheaf;
  let url: string;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    const port = await freePort();
    url = `http://localhost:${port}`;
    sheaf = await startSheaf({ env: { SUPPORT_CONSOLE: "true", SUPPORT_PORT: String(port) }, readyWithin: 240_000 });
    await logIn(sheaf, "aurora-demo");
    await logIn(sheaf, "nimbus-demo");
    await until(
      "the console is built",
      async () => (await fetch(`${url}/support/`, { headers: { accept: "text/html" } })).status === 200,
      { within: 240_000 },
    );
    browser = await launchChromium();
    context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      colorScheme: "light",
      reducedMotion: "reduce",
      // Axe comes in as a script of the page.
      bypassCSP: true,
    });
    page = await context.newPage();
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        problems.push(message.text());
    });
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await sheaf?.stop();
  });

  const inBothThemes = async (check: () => Promise<void>) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await check();
    }
  };

  it("reloads itself if its code doesn't load while Sheaf restarts", async () => {
    let isAway = true;
    await page.route(/\.js$/, (route) =>
      isAway ? route.fulfill({ status: 503, body: "Sheaf is starting." }) : route.continue(),
    );
    const refused = page.waitForResponse((response) => response.status() === 503);
    await page.goto(`${url}/support/exports`, { waitUntil: "commit" });
    await refused;
    isAway = false;
    await page.getByRole("link", { name: "Sign in" }).waitFor();
    await page.unroute(/\.js$/);
  });

  it("asks for a sign-in, leads to the provider by keyboard only, and back to the requested page", async () => {
    await page.goto(`${url}/support/exports`);
    const button = page.getByRole("link", { name: "Sign in" });
    await button.waitFor();
    await inBothThemes(() => expectAccessible(page));
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Person").selectOption("agent-demo");
    await page.getByLabel("Password").fill(printedPassword(sheaf.output(), "agent-demo") ?? "");
    await inBothThemes(() => expectAccessible(page));
    await page.keyboard.press("Enter");
    await page.waitForURL(`${url}/support/exports`);
    await page.getByText("Demo agent (admin)").waitFor();
  });

  it("lists shops, opens one with links to related items, and is accessible", async () => {
    await page.goto(`${url}/support/shops`);
    await page.getByText("nimbus-demo").waitFor();
    await inBothThemes(() => expectAccessible(page));
    await page.getByLabel("Shop begins with").fill("aur");
    await page.getByText("nimbus-demo").waitFor({ state: "detached" });
    await page.getByText("aurora-demo").first().click();
    await page.getByText("Shop id").waitFor();
    await page.getByRole("heading", { name: "Shop aurora-demo", exact: true }).waitFor();
    expect(await page.title()).toBe("aurora-demo · Shop · Support · Sheaf");
    await inBothThemes(() => expectAccessible(page));
    await page.getByRole("link", { name: "Support activity" }).click();
    await page.getByText("Demo agent").first().waitFor();
    await inBothThemes(() => expectAccessible(page));
  });

  it("filters the audit log by the names of shop and agent, and saves it as shown, by keyboard", async () => {
    await page.goto(`${url}/support/console-acts`);
    await page.getByText("signed in").first().waitFor();
    expect(await page.getByLabel("What", { exact: true }).textContent()).toBe("All");
    for (const [filter, typed, name] of [
      ["Shop", "Aurora D", "aurora-demo"],
      ["Agent", "demo", "Demo agent"],
    ] as const) {
      await page.getByRole("button", { name: "Filters and views" }).click();
      await page.getByRole("menuitemcheckbox", { name: filter }).click();
      await page.getByRole("combobox", { name: filter, exact: true }).fill(typed);
      await page.getByRole("option", { name }).waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await expect.poll(() => page.getByRole("combobox", { name: filter, exact: true }).inputValue()).toBe(name);
    }
    await page.getByRole("table").getByText("signed in").first().waitFor({ state: "detached" });
    await page.getByText("looked at the shop").first().waitFor();
    await inBothThemes(() => expectAccessible(page));
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download CSV" }).press("Enter"),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^Audit log \d{4}-\d\d-\d\d \d{6} UTC\.csv$/);
    const [heading, first = ""] = (await readFile(await saved.path(), "utf8")).split("\r\n");
    expect(heading).toBe("When (UTC),Who,What,Shop,Change,Reason,Shop id,Act id,Subject id,Agent id,Impersonation id");
    expect(first).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,Demo agent,looked at the shop,aurora-demo,/);
  });

  it("opens with what needs attention, each count linking to its list by keyboard", async () => {
    await page.goto(`${url}/support/`);
    const first = page.getByRole("list", { name: "All well" }).getByRole("link").first();
    await first.waitFor();
    expect(await first.textContent()).toContain("0 reports are suspended");
    await page.getByText(/^Checked /).waitFor();
    await inBothThemes(() => expectAccessible(page));
    await tabTo(page, first);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${url}/support/troubled-reports?**`);
    await page.getByText("Nothing matches these filters.").waitFor();
  });

  it("saves views of a list, opens and removes them by keyboard, and keeps them after the session ends", async () => {
    const menu = page.getByRole("button", { name: "Filters and views" });
    const choose = async (name: string | RegExp) => {
      await menu.press("Enter");
      await page.getByRole("menuitem", { name }).press("Enter");
    };
    const failed = page.getByLabel("Status").filter({ hasText: "Failed" });
    const madeBy = page.getByLabel("Made by").filter({ hasText: "Manual" });
    for (const [name, filter] of [
      ["Default", { status: "failed" }],
      ["By hand", { trigger: "manual" }],
    ] as const) {
      await page.goto(`${url}/support/exports?filter=${encodeURIComponent(JSON.stringify(filter))}`);
      await tabTo(page, menu);
      await choose("Save this view");
      const dialog = page.getByRole("dialog", { name: /^Save this view\./ });
      await dialog.getByLabel("Name").waitFor();
      await inBothThemes(() => expectAccessible(page));
      await page.keyboard.type(name);
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "detached" });
      await expect.poll(() => menu.evaluate((element) => element.matches(":focus"))).toBe(true);
    }
    const session = await context.cookies();
    await context.clearCookies();
    await page.goto(`${url}/support/exports`);
    await page.getByRole("link", { name: "Sign in" }).waitFor();
    await context.addCookies(session);
    await page.goto(`${url}/support/exports`);
    await failed.waitFor();
    await choose("By hand");
    await madeBy.waitFor();
    for (const name of ["By hand", "Default"]) {
      await choose(`Remove "${name}"`);
      await inBothThemes(() => expectAccessible(page));
      await page.getByRole("button", { name: "Remove view" }).press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      if (name === "By hand") await choose("Default");
    }
    await page.goto(`${url}/support/exports`);
    await page.getByLabel("Status").filter({ hasText: "All" }).waitFor();
  });

  it("shows a shop as its merchant sees it, by keyboard only, with a reason, in its own tab", async () => {
    await page.goto(`${url}/support/shops?filter=${encodeURIComponent(JSON.stringify({ q: "aurora" }))}`);
    await page.getByText("aurora-demo").first().click();
    const button = page.getByRole("button", { name: "See as the merchant" });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByLabel("Reason").fill("Their report is empty.");
    await inBothThemes(() => expectAccessible(page));
    await page.keyboard.press("Enter");
    const way = page.getByRole("link", { name: "Open the shop" });
    await way.waitFor();
    const [tab] = await Promise.all([
      context.waitForEvent("page"),
      way.focus().then(() => page.keyboard.press("Enter")),
    ]);
    const banner = tab.getByRole("region", { name: "Sheaf support" });
    await banner.getByText("Demo agent of Sheaf support is viewing aurora-demo").waitFor();
    await banner.getByText("Reason: Their report is empty.").waitFor();
    await banner.getByRole("button", { name: "End" }).click();
    await tab.waitForURL("**/Account/look-ended");
    const back = tab.getByRole("link", { name: "Back to aurora-demo in the console" });
    await back.focus();
    await tab.keyboard.press("Enter");
    await tab.getByRole("button", { name: "See as the merchant" }).waitFor();
    await tab.close();
    await page.goto(`${url}/support/impersonations`);
    await page.getByText("Their report is empty.").first().waitFor();
    await inBothThemes(() => expectAccessible(page));
  });

  it.each(["open-jobs", "measures", "webhooks", "mails", "parked", "throttled-shops", "troubled-reports"])(
    "lists %s, and is accessible",
    async (path) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${url}/support/${path}`);
      // An empty list has no button.
      const isLoaded = page.getByRole("button", { name: "Download CSV" }).or(page.getByText(/All is well\.$/));
      await isLoaded.first().waitFor();
      await inBothThemes(() => expectAccessible(page));
    },
  );

  const pages = ["", "shops", "exports", "automations", "runs", "dead-jobs", "open-jobs", "troubled-reports", "parked"];
  const others = ["webhooks", "mails", "throttled-shops", "measures", "impersonations", "console-acts", "login"];
  it.each([...pages, ...others])("fits a phone: %s", async (path) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${url}/support/${path}`);
    await page.locator("main").waitFor();
    await expectFitsTelephone(page);
  });

  it.each([
    ["a report can be tried again and dropped", "export", 1],
    ["a request about personal data can only be tried again", privacyRequestJobKind, 0],
  ])("shows that a dead job of %s", async (_what, kind, drops) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    const job = {
      id: `${kind}:1`,
      kind,
      tenant: "t",
      attempts: 9,
      diedAt: "2026-11-20T12:00:00.000Z",
      reason: "Broken.",
    };
    const asked = `${url}/support/api/dead-jobs/**`;
    await page.route(asked, (route) => route.fulfill({ json: job satisfies ConsoleDeadJob }));
    await page.goto(`${url}/support/dead-jobs/${encodeURIComponent(job.id)}/show`);
    await page.getByText("Broken.").waitFor();
    await page.getByRole("button", { name: "Try again" }).waitFor();
    expect(await page.getByRole("button", { name: "Drop job" }).count()).toBe(drops);
    await inBothThemes(() => expectAccessible(page));
    await page.unroute(asked);
  });

  it("signs out, and asks for a sign-in again", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${url}/support/shops`);
    await page.getByRole("button", { name: "Demo agent (admin)" }).click();
    await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
    await page.getByRole("link", { name: "Sign in" }).waitFor();
    await page.goto(`${url}/support/shops`);
    await page.getByRole("link", { name: "Sign in" }).waitFor();
    expect(problems).toEqual([]);
  });
});

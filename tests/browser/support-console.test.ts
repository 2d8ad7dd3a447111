import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { logIn } from "#tests/support/merchant.ts";
import { freePort, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { printedPassword } from "#tests/support/support-person.ts";
import { until } from "#tests/support/until.ts";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium, launchChromium } from "./support/chromium.ts";

/** The console as people of support have it: sign-in at the demo's provider, lists, one thing, the way out. */

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

  it("asks for a sign-in, leads to the provider by keyboard alone, and back to the page that was wanted", async () => {
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

  it("lists shops, opens one with the links to what is related, and can be used by everybody", async () => {
    await page.goto(`${url}/support/shops`);
    await page.getByText("nimbus-demo").waitFor();
    await inBothThemes(() => expectAccessible(page));
    await page.getByLabel("Shop begins with").fill("aur");
    await page.getByText("nimbus-demo").waitFor({ state: "detached" });
    await page.getByText("aurora-demo").first().click();
    await page.getByText("Shop id").waitFor();
    await inBothThemes(() => expectAccessible(page));
    await page.getByRole("link", { name: "Who looked" }).click();
    await page.getByText("Demo agent").first().waitFor();
    await inBothThemes(() => expectAccessible(page));
  });

  it("shows a shop as its merchant sees it, by keyboard alone, with a reason, in a tab of its own", async () => {
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
    await banner.getByText("Demo agent of Sheaf support looks at aurora-demo").waitFor();
    await banner.getByText("Reason: Their report is empty.").waitFor();
    await banner.getByRole("button", { name: "End" }).click();
    await tab.waitForURL(/\/Login/);
    await tab.close();
    await page.goto(`${url}/support/impersonations`);
    await page.getByText("Their report is empty.").first().waitFor();
    await inBothThemes(() => expectAccessible(page));
  });

  it.each(["shops", "exports", "automations", "runs", "dead-jobs", "console-acts", "impersonations", "login"])(
    "fits on a telephone: %s",
    async (path) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${url}/support/${path}`);
      await page.locator("main").waitFor();
      await expectFitsTelephone(page);
    },
  );

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

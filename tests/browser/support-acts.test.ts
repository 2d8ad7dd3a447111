import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ExportStatus } from "#domain/enumerations.ts";
import { demoControl } from "#tests/support/demo-control.ts";
import { givenSuspended } from "#tests/support/given-suspended.ts";
import { createDesign, generate, logIn, type Merchant, waitForEnd, waitForExport } from "#tests/support/merchant.ts";
import { freePort, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { printedPassword } from "#tests/support/support-person.ts";
import { until } from "#tests/support/until.ts";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium, launchChromium } from "./support/chromium.ts";

/** ADR 102: each act as people of support have it, by mouse and by keyboard, in both themes and on a telephone. */

describe.runIf(hasChromium())("an act of support", () => {
  let sheaf: StartedSheaf;
  let url: string;
  let browser: Browser;
  let page: Page;
  let merchant: Merchant;
  let failed: string;
  let finished: string;
  const problems: string[] = [];

  const signIn = async (person: string, name: string) => {
    await page.goto(`${url}/support/shops`);
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("Person").selectOption(person);
    await page.getByLabel("Password").fill(printedPassword(sheaf.output(), person) ?? "");
    await page.keyboard.press("Enter");
    await page.getByText(name).waitFor();
  };

  beforeAll(async () => {
    const port = await freePort();
    url = `http://localhost:${port}`;
    sheaf = await startSheaf({ env: { SUPPORT_CONSOLE: "true", SUPPORT_PORT: String(port) }, readyWithin: 240_000 });
    merchant = await logIn(sheaf, "aurora-demo");
    const design = await createDesign(merchant);
    finished = (await generate(merchant, design.id, { range: { kind: "noFilter" } })).ReportExportId;
    await waitForExport(merchant, finished);
    await demoControl(sheaf.demoUrl, "aurora-demo").arm({ kind: "revoked", times: 1_000 });
    failed = (await generate(merchant, design.id, { range: { kind: "noFilter" } })).ReportExportId;
    expect((await waitForEnd(merchant, failed)).Status).toBe(ExportStatus.Failed);
    await demoControl(sheaf.demoUrl, "aurora-demo").reset();
    merchant = await logIn(sheaf, "aurora-demo");
    await merchant.client.data("POST", "filters/create-new");
    await givenSuspended(sheaf.dataDir, merchant.account.id, "Every day");
    await until(
      "the console is built",
      async () => (await fetch(`${url}/support/`, { headers: { accept: "text/html" } })).status === 200,
      { within: 240_000 },
    );
    browser = await launchChromium();
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      colorScheme: "light",
      reducedMotion: "reduce",
      // Axe comes in as a script of the page.
      bypassCSP: true,
    });
    page = await context.newPage();
    page.on("pageerror", (error) => problems.push(String(error)));
    await signIn("agent-demo", "Demo agent (admin)");
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await sheaf?.stop();
  });

  const dialog = () => page.getByRole("dialog");
  const reason = () => dialog().getByLabel("Reason");
  const inBothThemes = async (check: () => Promise<void>) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await check();
    }
    await page.emulateMedia({ colorScheme: "light" });
  };
  const open = async (path: string) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${url}/support/${path}/show`);
  };
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  /** The dialog is left by its button of the same name, and says what was done. */
  const doIt = async (name: string, done: string) => {
    await reason().fill("The merchant asked us to.");
    await dialog().getByRole("button", { name, exact: true }).click();
    await page.getByText(done).waitFor();
    await dialog().waitFor({ state: "detached" });
  };

  it("says what it does and how it is undone, and asks for a reason", async () => {
    await open(`exports/${failed}`);
    await button("Ask again").click();
    await dialog().getByText("You can't undo this, but the merchant can cancel it.").waitFor();
    await inBothThemes(() => expectAccessible(page));
    await dialog().getByRole("button", { name: "Cancel" }).click();
    await dialog().waitFor({ state: "detached" });
  });

  it.each([
    ["Ask again", () => `exports/${failed}`],
    ["Keep longer", () => `exports/${finished}`],
    ["Change tier", () => `shops/${merchant.account.id}`],
    ["Change quotas", () => `shops/${merchant.account.id}`],
    ["Change flag", () => `shops/${merchant.account.id}`],
  ])("can be done on a telephone: %s", async (name, path) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${url}/support/${path()}/show`);
    await button(name).click();
    await reason().waitFor();
    await inBothThemes(() => expectAccessible(page));
    await expectFitsTelephone(page);
  });

  it("asks again for a failed export by the keyboard alone, and leads to the new one", async () => {
    await open(`exports/${failed}`);
    await button("Ask again").focus();
    await page.keyboard.press("Enter");
    await reason().waitFor();
    expect(await page.evaluate("document.activeElement.tagName")).toBe("INPUT");
    await page.keyboard.type("The merchant asked us to.");
    await page.keyboard.press("Enter");
    await page.getByText("The export was asked for again.").waitFor();
    const link = page.getByRole("link", { name: "The export that was asked for again" });
    await link.waitFor();
    expect(await button("Ask again").count()).toBe(0);
    await link.click();
    await page.getByText("manual").first().waitFor();
  });

  it("keeps a file longer, and then no longer", async () => {
    await open(`exports/${finished}`);
    await button("Keep longer").click();
    await dialog().getByLabel("Keep it for").waitFor();
    await inBothThemes(() => expectAccessible(page));
    await doIt("Keep longer", "The file is kept longer.");
    await button("Keep no longer").click();
    await doIt("Keep no longer", "The file is kept for its own time only.");
    await button("Keep no longer").waitFor({ state: "detached" });
  });

  it("restarts a suspended report", async () => {
    await page.goto(`${url}/support/automations`);
    await page.getByText("Every day").click();
    await button("Restart").click();
    await inBothThemes(() => expectAccessible(page));
    await doIt("Restart", "The report was restarted.");
    await button("Restart").waitFor({ state: "detached" });
  });

  it("changes the tier, with what that means for the merchant, by the keyboard", async () => {
    await open(`shops/${merchant.account.id}`);
    await button("Change tier").focus();
    await page.keyboard.press("Enter");
    await dialog().getByLabel("Tier").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "Unlimited" }).press("Enter");
    await dialog()
      .getByText(/At the next log-in the merchant is asked to approve 39\.00 USD/)
      .waitFor();
    await inBothThemes(() => expectAccessible(page));
    await dialog().getByLabel("Waive the new charge").focus();
    await page.keyboard.press("Space");
    await dialog()
      .getByText(/goes on paying 19\.00 USD for Growth/)
      .waitFor();
    await reason().focus();
    await page.keyboard.type("A gift for a patient merchant.");
    await page.keyboard.press("Enter");
    await page.getByText("The tier was changed.").waitFor();
    await page.getByText("active, waived by support").waitFor();
    await button("End waiver").click();
    await doIt("End waiver", "The waiver has ended.");
    await button("Waive charge").waitFor();
  });

  it("changes quotas, and says what stands against fewer than there are", async () => {
    await open(`shops/${merchant.account.id}`);
    await button("Change quotas").click();
    await dialog().getByLabel("Report designs").fill("0");
    await inBothThemes(() => expectAccessible(page));
    await reason().fill("The merchant asked us to.");
    await dialog().getByRole("button", { name: "Change quotas" }).click();
    await dialog()
      .getByText(/The shop has 1 report design now/)
      .waitFor();
    expect(await reason().inputValue()).toBe("The merchant asked us to.");
    await dialog().getByLabel("Report designs").fill("30");
    await doIt("Change quotas", "The quotas were changed.");
    await page.getByText("30 report designs, 200 filters, 100 automated reports").waitFor();
    await button("Reset quotas").click();
    await doIt("Reset quotas", "The quotas are those of the tier again.");
  });

  it("changes a flag", async () => {
    await open(`shops/${merchant.account.id}`);
    await button("Change flag").click();
    await dialog().getByText("It is off now, by the settings.").waitFor();
    await inBothThemes(() => expectAccessible(page));
    await doIt("Change flag", "The flag was changed.");
    await page.getByText("bundles, custom-columns").waitFor();
  });

  it("is refused with a sentence where the page is older than the shop", async () => {
    await open(`shops/${merchant.account.id}`);
    await button("Change tier").click();
    await dialog().getByLabel("Tier").waitFor();
    const tab = await page.context().newPage();
    await tab.goto(`${url}/support/shops/${merchant.account.id}/show`);
    await tab.getByRole("button", { name: "Change tier", exact: true }).click();
    await tab.getByRole("dialog").getByLabel("Tier").click();
    await tab.getByRole("option", { name: "Growth", exact: true }).click();
    await tab.getByRole("dialog").getByLabel("Reason").fill("Another agent was here.");
    await tab.getByRole("dialog").getByRole("button", { name: "Change tier" }).click();
    await tab.getByText("The tier was changed.").waitFor();
    await tab.close();
    await dialog().getByLabel("Tier").click();
    await page.getByRole("option", { name: "Starter" }).click();
    await reason().fill("The merchant asked us to.");
    await dialog().getByRole("button", { name: "Change tier" }).click();
    await dialog()
      .getByText(/The tier is Growth now\. Somebody changed that meanwhile/)
      .waitFor();
  });

  it("is offered to no viewer, who reads who could do it", async () => {
    await page.context().clearCookies();
    await signIn("viewer-demo", "Demo viewer (viewer)");
    await open(`shops/${merchant.account.id}`);
    await page.getByText(/Your role is viewer\. An admin can do this: Change tier/).waitFor();
    expect(await button("Change tier").count()).toBe(0);
    await inBothThemes(() => expectAccessible(page));
    expect(problems).toEqual([]);
  });
});

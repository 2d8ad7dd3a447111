import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import type { Browser, Download, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { hasChromium, launchChromium } from "./support/chromium.ts";
import { chooseStarter, starterButton } from "./support/new-design.ts";

/** Rows of a downloaded CSV file, the header first. */
const rowsOf = async (download: Download): Promise<string[][]> =>
  parse(await readFile(await download.path(), "utf8"), { bom: true });

/** Presses Tab until the element has the focus, as keyboard users do. */
const tabTo = async (page: Page, target: Locator) => {
  await target.waitFor();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element.matches(":focus"))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${target}.`);
};

describe.runIf(hasChromium())("from login to a downloaded file", () => {
  let sheaf: StartedSheaf;
  let browser: Browser;
  const problems: string[] = [];

  beforeAll(async () => {
    [sheaf, browser] = await Promise.all([startSheaf(), launchChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await sheaf?.stop();
  });

  const newcomer = async (): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    await page.goto(sheaf.url);
    await page.waitForURL(/\/Login$/);
    return page;
  };

  it("works by mouse, with a demo shop, two approvals, the terms, a design and a file", async () => {
    const page = await newcomer();
    await page.getByRole("button", { name: "aurora-demo" }).click();
    const approve = page.locator('button[name="decision"][value="approve"]');
    await approve.click();
    await page.waitForURL(/charge|\/Account\/accept-terms/i);
    if (!page.url().startsWith(sheaf.url)) await approve.click();
    await page.getByRole("checkbox", { name: /I have read and accept/ }).check();
    await page.getByRole("button", { name: "Accept" }).click();
    await page.getByRole("button", { name: "Create a new design" }).click();
    await chooseStarter(page);
    await page.getByText("CSV", { exact: true }).click();
    await page.getByRole("combobox", { name: "Date range" }).click();
    await page.getByRole("option", { name: "All orders, no date filter" }).click();
    await page
      .getByText(/^[\d,]+ orders$/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Generate" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: /^download / }).click(),
    ]);
    const shown = await page
      .locator("aside")
      .getByText(/ · [\d,]+ orders/)
      .textContent();
    const rows = await rowsOf(download);
    const column = rows[0]?.findIndex((title) => /order/i.test(title) && !/date/i.test(title)) ?? -1;
    const orders = new Set(rows.slice(1).map((row) => row[column]));
    expect(orders.size).toBeGreaterThanOrEqual(300);
    expect(shown).toContain(`${orders.size.toLocaleString("en")} orders`);
    expect(download.suggestedFilename()).toMatch(/^Order lines \d{4}-\d{2}-\d{2} \d{6}\.csv$/);
    expect(problems).toEqual([]);

    await page.getByRole("button", { name: "Close report exports" }).click();
    await page.reload();
    await page.getByRole("combobox", { name: "Date range" }).filter({ hasText: "All orders" }).waitFor();
    await page.locator("#shop-menu-button").click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.waitForURL(/\/Login$/);
    await page.getByRole("heading", { name: "Logged in here before" }).waitFor();
    await page.context().close();
  });

  it("works by keyboard only, and gives an empty store a file with its header", async () => {
    const page = await newcomer();
    const press = async (target: Locator, key = "Enter") => {
      await tabTo(page, target);
      await page.keyboard.press(key);
    };
    await tabTo(page, page.getByLabel("Shop name"));
    await page.keyboard.type("nimbus-demo");
    await page.keyboard.press("Enter");
    const approve = page.locator('button[name="decision"][value="approve"]');
    await press(approve);
    await page.waitForURL(/charge|\/Account\/accept-terms/i);
    if (!page.url().startsWith(sheaf.url)) await press(approve);
    await press(page.getByRole("checkbox", { name: /I have read and accept/ }), "Space");
    await press(page.getByRole("button", { name: "Accept" }));
    await press(page.getByRole("button", { name: "Create a new design" }));
    await press(starterButton(page));
    await page.waitForURL(/\/Report\/Design\//);
    await press(page.getByRole("banner").getByRole("link", { name: "Reports", exact: true }));
    await page.getByRole("combobox", { name: "Report design" }).waitFor();
    await page.getByText("0 orders", { exact: true }).waitFor();
    await tabTo(page, page.getByRole("radio", { name: "Excel" }));
    for (const _ of ["HTML", "CSV"]) await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.getByRole("radio", { name: "CSV" }).isChecked()).toBe(true);
    await press(page.getByRole("button", { name: "Generate" }));
    const link = page.getByRole("link", { name: /^download / });
    await tabTo(page, link);
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    expect(await rowsOf(download)).toHaveLength(1);
    await press(page.locator("aside").getByRole("button", { name: "Why the report is empty?" }));
    await page.getByRole("dialog", { name: "Empty report" }).waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

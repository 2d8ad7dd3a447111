import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import ExcelJS from "exceljs";
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDesign, logIn } from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { hasChromium, launchChromium } from "./support/chromium.ts";
import { watchLayoutShift, watchScripts } from "./support/page-cost.ts";

/** Limits for a newcomer's first report: clicks, layout shifts, and bytes of script. */
const mostClicks = 9;
const mostShift = 0.1;
const mostScriptBytes = 400_000;

describe.runIf(hasChromium())("a newcomer's path, from the first page to a downloaded Excel file", () => {
  let sheaf: StartedSheaf;
  let browser: Browser;

  beforeAll(async () => {
    [sheaf, browser] = await Promise.all([startSheaf({ readyWithin: 180_000 }), launchChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await sheaf?.stop();
  });

  const visitor = async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    return { page, problems };
  };

  it("takes at most 9 clicks, and nothing moves under the pointer", async () => {
    const { page, problems } = await visitor();
    const shift = await watchLayoutShift(page);
    let clicks = 0;
    const click = async (target: Locator) => {
      await target.click();
      clicks += 1;
    };
    const began = performance.now();
    await page.goto(sheaf.url);
    await click(page.getByRole("button", { name: /aurora-demo/ }));
    const approve = page.locator('button[name="decision"][value="approve"]');
    await click(approve);
    await page.waitForURL(/charge|\/Account\/accept-terms/i);
    if (!page.url().startsWith(sheaf.url)) await click(approve);
    await click(page.getByRole("checkbox", { name: /I have read and accept/ }));
    await click(page.getByRole("button", { name: "Accept" }));
    await click(page.getByRole("button", { name: "Create “Order lines”" }));
    await page.getByRole("combobox", { name: "Report design" }).waitFor();
    await click(page.getByRole("button", { name: "Generate" }));
    const link = page.getByRole("link", { name: /^download / });
    await link.waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), click(link)]);
    const seconds = (performance.now() - began) / 1000;
    expect(download.suggestedFilename()).toMatch(/^Order lines \d{4}-\d{2}-\d{2} \d{6}\.xlsx$/);
    const workbook = new ExcelJS.Workbook();
    const bytes = await readFile(await download.path());
    await workbook.xlsx.load(new Uint8Array(bytes).buffer);
    expect(workbook.worksheets[0]?.rowCount).toBeGreaterThan(1);
    const worst = await shift.worst();
    console.log(`A newcomer's path: ${clicks} clicks, ${seconds.toFixed(1)} s, layout shift ${worst.toFixed(3)}.`);
    expect(clicks).toBeLessThanOrEqual(mostClicks);
    expect(worst).toBeLessThanOrEqual(mostShift);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("loads at most 400 kB of JavaScript for the login page and Reports together", async () => {
    const { page, problems } = await visitor();
    const scripts = watchScripts(page);
    const settled = (heading: string) => page.getByRole("heading", { name: heading }).first().waitFor();
    await page.goto(sheaf.url);
    await settled("Demo shops");
    const login = await scripts.gzipBytes();
    await page.getByRole("button", { name: /aurora-demo/ }).click();
    await page.locator('button[name="decision"][value="approve"]').click();
    await page.waitForURL(/charge|\/Account\/accept-terms|\/Reports/i);
    if (!page.url().startsWith(sheaf.url)) await page.locator('button[name="decision"][value="approve"]').click();
    await page.waitForURL(/accept-terms|Reports/i);
    if (/accept-terms/i.test(page.url())) {
      await page.getByRole("checkbox", { name: /I have read and accept/ }).check();
      await page.getByRole("button", { name: "Accept" }).click();
    }
    await settled("Assign filters");
    await page.waitForLoadState("networkidle");
    const all = await scripts.gzipBytes();
    console.log(`JavaScript, gzip: login ${Math.round(login / 1000)} kB, with Reports ${(all / 1000).toFixed(1)} kB.`);
    expect(all).toBeGreaterThan(50_000);
    expect(all).toBeLessThanOrEqual(mostScriptBytes);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("puts exactly the individually chosen orders into the file", async () => {
    const merchant = await logIn(sheaf, "aurora-demo");
    await createDesign(merchant);
    const { page, problems } = await visitor();
    await page.addInitScript(
      ([token, account]) => {
        localStorage.setItem("AUTH_TOKEN_KEY", token ?? "");
        localStorage.setItem("ACCOUNT_DATA_KEY", account ?? "");
      },
      [merchant.client.token() ?? "", JSON.stringify(merchant.account)],
    );
    await page.goto(`${sheaf.url}/Reports`);
    await page.getByText("CSV", { exact: true }).click();
    await page.getByRole("checkbox", { name: "Select specific orders" }).click();
    const rows = page.getByRole("grid", { name: "Orders to choose from" }).locator("tbody tr");
    await rows.nth(4).click();
    await rows.nth(1).click();
    const chosen = await Promise.all([1, 4].map((at) => rows.nth(at).locator("td").first().innerText()));
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Generate" }).click();
    const link = page
      .locator("aside li")
      .first()
      .getByRole("link", { name: /^download / });
    await page.locator("aside li").first().getByText("2 orders").waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    const [head = [], ...lines] = parse(await readFile(await download.path(), "utf8"), { bom: true }) as string[][];
    const column = head.indexOf("Order number");
    expect([...new Set(lines.map((line) => line[column]))]).toEqual(chosen);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

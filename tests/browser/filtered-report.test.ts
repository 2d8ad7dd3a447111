import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDesign, logIn } from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { hasChromium, launchChromium } from "./support/chromium.ts";

describe.runIf(hasChromium())("the page's own filter, from choosing it to the file", () => {
  let sheaf: StartedSheaf;
  let browser: Browser;

  beforeAll(async () => {
    [sheaf, browser] = await Promise.all([startSheaf({ readyWithin: 180_000 }), launchChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await sheaf?.stop();
  });

  it("is chosen, edited, counted again and applied", async () => {
    const merchant = await logIn(sheaf, "aurora-demo");
    await createDesign(merchant);
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(60_000);
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    await page.addInitScript(
      ([token, account]) => {
        localStorage.setItem("AUTH_TOKEN_KEY", token ?? "");
        localStorage.setItem("ACCOUNT_DATA_KEY", account ?? "");
      },
      [merchant.client.token() ?? "", JSON.stringify(merchant.account)],
    );
    const ordersShown = async () => {
      const text = await page.getByText(/^(<=)?[\d,]+ orders?$/).innerText();
      return Number(text.replaceAll(/\D/gu, ""));
    };
    await page.goto(`${sheaf.url}/Reports`);
    await page.getByRole("combobox", { name: "Date range" }).click();
    await page.getByRole("option", { name: /^All orders/ }).click();
    await page.getByRole("combobox", { name: "Filter", exact: true }).click();
    await page.getByRole("option", { name: /^Custom filter/ }).click();
    await page.getByText("This filter keeps every order.").waitFor();
    await expect.poll(ordersShown).toBe(300);
    await page.getByRole("link", { name: "Edit this filter" }).click();
    await page.getByRole("combobox", { name: "Financial status" }).click();
    await page.getByRole("option", { name: "Refunded", exact: true }).click();
    await page.getByRole("link", { name: "Back to Reports" }).click();
    await page.getByText("Financial status: Refunded").waitFor();
    await expect.poll(ordersShown).toBeLessThan(300);
    const counted = await ordersShown();
    await page.getByText("CSV", { exact: true }).click();
    await page.getByRole("button", { name: "Generate" }).click();
    const link = page.locator("aside").getByRole("link", { name: /^download / });
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    const [head = [], ...lines] = parse(await readFile(await download.path(), "utf8"), { bom: true }) as string[][];
    const cells = (name: string) => [...new Set(lines.map((line) => line[head.indexOf(name)]))];
    expect(cells("Financial status")).toEqual(["refunded"]);
    expect(cells("Order number")).toHaveLength(counted);
    expect(problems).toEqual([]);
  });
});

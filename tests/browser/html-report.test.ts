import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHtmlWriter, type HtmlSettings } from "#application/writing/html/html-writer.ts";
import {
  column,
  fileOf,
  moment,
  number,
  numbers,
  numbersOfShop,
  rowsOf,
  text,
} from "#application/writing/writers-for-tests.ts";
import type { Cell } from "#domain/columns/definition.ts";
import { NumberFormatType } from "#domain/enumerations.ts";
import type { CompiledColumn } from "#domain/groupings/compile.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { expectAccessible } from "./support/axe.ts";
import { hasChromium, launchChromium } from "./support/chromium.ts";

const money = (key: string) => numbers(key, { format: { type: NumberFormatType.Currency } });
const settings = {
  preferences: defaultPreferences,
  shop: { ianaTimezone: "Europe/Athens", ...numbersOfShop },
} satisfies HtmlSettings;

/** The same number of columns as 'Order lines', with texts of the same length. */
const usual: [CompiledColumn, Cell][] = [
  [column("Order number"), text("#1302")],
  [column("Order date"), moment("2026-11-20T14:05:00Z")],
  [column("Customer name"), text("Konstantina Papadopoulou-Maier")],
  [column("Image"), text("")],
  [column("Product title"), text("Hand-woven merino blanket with a fringe, 140 × 200 cm, undyed wool of the Pindos")],
  [column("Variant title"), text("Natural grey / Large")],
  [column("SKU"), text("BLANKET-GREY-L")],
  [numbers("Quantity"), number("2")],
  [money("Price"), number("17")],
  [money("Total price"), number("1034.5")],
  [column("Financial status"), text("Partially refunded")],
  [column("Fulfillment status"), text("Unfulfilled")],
];
const wide: [CompiledColumn, Cell][] = Array.from({ length: 60 }, (_, at) => [
  column(`Column ${at}`),
  text(`Value ${at}`),
]);

describe.runIf(hasChromium())("an HTML report in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  const opened = async (
    cells: readonly [CompiledColumn, Cell][],
    { width = 1440, scheme = "light" as "light" | "dark" } = {},
  ): Promise<Page> => {
    const rows = rowsOf(...Array.from({ length: 80 }, () => cells.map(([, cell]) => cell)));
    const { bytes } = await fileOf(
      (sink) => createHtmlWriter(settings, sink),
      cells.map(([one]) => one),
      rows,
    );
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: scheme,
      bypassCSP: true,
    });
    const page = await context.newPage();
    await page.setContent(bytes.toString("utf8"));
    return page;
  };
  /** Elements that scroll by themselves, within the window. */
  const scrollers = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll("body *")]
        .filter((one) => /auto|scroll/.test(getComputedStyle(one).overflow))
        .map((one) => one.className),
    );
  const lastColumn = (page: Page) =>
    page.locator("thead th:last-child").evaluate((one) => one.getBoundingClientRect().right);
  const sideways = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  it.each(["light", "dark"] as const)(
    "has one scrollbar and all its columns in view at 1440 px (%s)",
    async (scheme) => {
      const page = await opened(usual, { scheme });
      expect(await scrollers(page)).toEqual([]);
      expect(await sideways(page)).toBe(0);
      expect(await lastColumn(page)).toBeLessThanOrEqual(1440 - 24);
      await expectAccessible(page);
      await page.keyboard.press("End");
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(1000);
      expect(
        await page
          .locator("thead th")
          .first()
          .evaluate((one) => one.getBoundingClientRect().top),
      ).toBe(0);
      await page.context().close();
    },
  );

  it.each([1440, 768, 390])(
    "with more columns than fit scrolls as a whole, and keeps its title in view at %i px",
    async (width) => {
      const page = await opened(wide, { width });
      expect(await scrollers(page)).toEqual([]);
      await page.mouse.move(width / 2, 600);
      await page.mouse.wheel(100_000, 0);
      await expect.poll(() => lastColumn(page)).toBeLessThanOrEqual(width);
      const title = await page.locator("h1").boundingBox();
      expect(title?.x).toBeGreaterThanOrEqual(0);
      expect((title?.x ?? 0) + (title?.width ?? width)).toBeLessThanOrEqual(width);
      await page.context().close();
    },
  );

  it("is printed completely, with no column cut off by the page", async () => {
    // A4 on its side less its margins, in CSS pixels.
    const page = await opened(usual, { width: 1032 });
    await page.emulateMedia({ media: "print" });
    expect(await sideways(page)).toBe(0);
    expect(await lastColumn(page)).toBeLessThanOrEqual(1032);
    expect((await page.pdf({ preferCSSPageSize: true })).toString("latin1")).toMatch(/MediaBox \[0 0 (79|84)\d/);
    await page.context().close();
  });

  it("shows amounts with their currency's decimals, in cells and totals", async () => {
    const page = await opened(usual);
    expect(await page.locator("tbody tr").first().locator(".n").allTextContents()).toEqual([
      "2",
      "17.00 EUR",
      "1,034.50 EUR",
    ]);
    expect(await page.locator("tfoot .n").allTextContents()).toContain("82,760.00 EUR");
    await page.context().close();
  });
});

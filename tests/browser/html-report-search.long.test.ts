import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHtmlWriter } from "#application/writing/html/html-writer.ts";
import { about, column, number, numbers, numbersOfShop, rowsOf, text } from "#application/writing/writers-for-tests.ts";
import { FileType } from "#domain/enumerations.ts";
import { rowSearchScript } from "#domain/html/row-search.ts";
import { defaultPreferences } from "#domain/shop/preferences.ts";
import { reportCsp } from "../../query-api/files/headers.ts";
import { expectAccessible } from "./support/axe.ts";
import { hasChromium, launchChromium } from "./support/chromium.ts";

const columns = [column("Customer"), column("Note"), numbers("Quantity")];
const names = ["Zoë Müller", "Łukasz Wójcik", "ΑΝΝΑ", "José García"];
const rows = (count: number) =>
  rowsOf(
    ...Array.from({ length: count }, (_, at) => [
      text(names[at % names.length] ?? ""),
      text(`Gift\n${at}`),
      number(`${at}`),
    ]),
  );

/** A file opened as if it came by mail. */
const madeFile = async (folder: string, worksheets: Record<string, number>, split: boolean): Promise<string> => {
  const pieces: Buffer[] = [];
  const writer = createHtmlWriter(
    { preferences: defaultPreferences, shop: { ianaTimezone: "Europe/Athens", ...numbersOfShop } },
    async (bytes) => void pieces.push(Buffer.from(bytes)),
  );
  await writer.begin({ title: "Sales", columns, about, split });
  for (const [name, count] of Object.entries(worksheets)) {
    const sheet = await writer.beginSheet({ name: split ? name : null });
    await sheet.rows(rows(count));
    await sheet.end({ orders: count });
  }
  await writer.end();
  const file = join(folder, `${Object.values(worksheets).join("-")}.html`);
  await writeFile(file, Buffer.concat(pieces));
  return file;
};

describe.runIf(hasChromium())("the search of an HTML report", () => {
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    browser = await launchChromium();
    folder = await mkdtemp(join(tmpdir(), "sheaf-html-"));
  });
  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const opened = async (
    worksheets: Record<string, number>,
    { split = false, ...context }: { split?: boolean; bypassCSP?: boolean; colorScheme?: "light" | "dark" } = {},
  ): Promise<Page> => {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, ...context })).newPage();
    const wrong: string[] = [];
    page.on("console", (message) => wrong.push(message.text()));
    page.on("pageerror", (error) => wrong.push(String(error)));
    await page.goto(pathToFileURL(await madeFile(folder, worksheets, split)).href);
    expect(wrong).toEqual([]);
    return page;
  };
  const status = (page: Page) => page.getByRole("status").textContent();
  const seen = (page: Page) => page.locator("tbody tr:visible").count();

  it("finds rows while typing, by keyboard only, in any case and without accents, and says how many", async () => {
    const page = await opened({ all: 300 });
    await page.keyboard.press("/");
    await page.keyboard.type("muller");
    await expect.poll(() => status(page)).toBe("75 of 300 rows match “muller”");
    await expect.poll(() => page.locator("tbody tr:visible td:first-child").first().textContent()).toBe("Zoë Müller");
    expect(await page.locator("tfoot").isVisible()).toBe(false);
    // Both words, of two cells, one of them behind a line break.
    await page.keyboard.type(" 4");
    await expect.poll(() => status(page)).toMatch(/^\d\d of 300 rows match “muller 4”$/);
    await page.keyboard.press("Escape");
    await expect.poll(() => status(page)).toBe("");
    expect(await page.locator("tfoot").isVisible()).toBe(true);
    await page.keyboard.type("άννα 298");
    await expect.poll(() => status(page)).toBe("1 of 300 rows match “άννα 298”");
    expect(await page.locator("tbody tr:visible").allInnerTexts()).toHaveLength(1);
    await page.getByRole("searchbox").fill("nobody");
    await expect.poll(() => status(page)).toBe("None of 300 rows match “nobody”");
    expect(await seen(page)).toBe(0);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await page.context().close();
  });

  it.each([1440, 768, 390])("fits a long text without matches into a window of %s px", async (width) => {
    const page = await opened({ all: 300 });
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole("searchbox").fill("nobody".repeat(60));
    await expect.poll(() => status(page)).toMatch(/^None of 300 rows match “nobody/);
    const box = await page.getByRole("status").boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    expect(box?.height).toBeLessThan(80);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const about = await page.locator("header").boundingBox();
    const finds = await page.locator(".find").boundingBox();
    const beside = (about?.x ?? 0) + (about?.width ?? 0) <= (finds?.x ?? 0);
    expect(beside || (about?.y ?? 0) + (about?.height ?? 0) <= (finds?.y ?? 0)).toBe(true);
    await page.context().close();
  });

  it("searches all worksheets of a split report, and hides those without a match", async () => {
    const page = await opened({ Kraków: 3, Αθήνα: 120, Other: 2 }, { split: true });
    await page.getByRole("searchbox", { name: "Search rows" }).fill("gift 119");
    await expect.poll(() => status(page)).toBe("1 of 125 rows match “gift 119”");
    expect(await page.locator("h2:visible").allTextContents()).toEqual(["Αθήνα"]);
    await page.context().close();
  });

  it("responds at once to each key in the largest report that has it, and is absent in larger ones", async () => {
    const page = await opened({ all: 5_000 });
    await page.getByRole("searchbox").focus();
    await page.keyboard.type("jose");
    await expect.poll(() => status(page)).toBe("1,250 of 5,000 rows match “jose”");
    // At once, within the event: the rows' texts were read before.
    const said = await page.evaluate(() => {
      const input = document.querySelector("input") as HTMLInputElement;
      input.value = "zoe";
      input.dispatchEvent(new Event("input"));
      return document.querySelector("[role=status]")?.textContent;
    });
    expect(said).toBe("1,250 of 5,000 rows match “zoe”");
    const long = await opened({ all: 5_001 });
    expect(await long.getByRole("searchbox").count()).toBe(0);
    for (const one of [page, long]) await one.context().close();
  });

  it("isn't printed, but the matching rows are", async () => {
    const page = await opened({ all: 300 });
    await page.getByRole("searchbox").fill("zoe");
    await expect.poll(() => status(page)).toBe("75 of 300 rows match “zoe”");
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".find input").isVisible()).toBe(false);
    expect(await page.getByRole("status").isVisible()).toBe(true);
    expect(await seen(page)).toBe(75);
    const display = (part: string) =>
      page
        .locator(part)
        .first()
        .evaluate((one) => getComputedStyle(one).display);
    expect([await display("thead"), await display("tbody"), await display("tbody tr:visible")]).toEqual([
      "table-header-group",
      "table-row-group",
      "table-row",
    ]);
    await page.context().close();
  });

  it("runs under the page's own security policy, which blocks other scripts", async () => {
    const page = await opened({ all: 3 });
    const ran = await page.evaluate(async () => {
      const script = document.createElement("script");
      script.textContent = "window.ran = true";
      document.body.append(script);
      return "ran" in window;
    });
    expect(ran).toBe(false);
    expect(await page.locator("script").first().textContent()).toBe(rowSearchScript);
    await page.context().close();
  });

  it("also works at a file's link, where the page is sandboxed", async () => {
    const page = await (await browser.newContext()).newPage();
    const body = await readFile(await madeFile(folder, { all: 40 }, false), "utf8");
    await page.route("https://sheaf.example/files/report", (route) =>
      route.fulfill({
        body,
        contentType: "text/html",
        headers: { "content-security-policy": reportCsp(FileType.Html) },
      }),
    );
    await page.goto("https://sheaf.example/files/report");
    await page.getByRole("searchbox").fill("zoe");
    await expect.poll(() => status(page)).toBe("10 of 40 rows match “zoe”");
    expect(await page.evaluate(() => window.origin)).toBe("null");
    await page.context().close();
  });

  it.each(["light", "dark"] as const)("is accessible (%s)", async (colorScheme) => {
    const page = await opened({ all: 20 }, { bypassCSP: true, colorScheme });
    await page.getByRole("searchbox").fill("zoe");
    await expect.poll(() => status(page)).toBe("5 of 20 rows match “zoe”");
    await expectAccessible(page);
    await page.context().close();
  });

  it("keeps tables readable for screen readers", async () => {
    const page = await opened({ all: 3 });
    expect(await page.getByRole("table", { name: "Rows of the report" }).ariaSnapshot()).toContain(
      'row "Zoë Müller Gift 0 0"',
    );
    expect(await page.getByRole("columnheader", { name: "Customer" }).count()).toBe(1);
    expect(await page.getByRole("cell", { name: "Łukasz Wójcik" }).count()).toBe(1);
    await page.context().close();
  });
});

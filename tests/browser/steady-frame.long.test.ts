import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { hasChromium } from "./support/chromium.ts";
import { counted } from "./support/filter-editor.ts";
import { withDesigns } from "./support/report-scenes.ts";
import { useScreens } from "./support/screens.ts";
import { account } from "./support/scripted-api.ts";
import { emptyFilter, filterServer } from "./support/scripted-filters.ts";

const boxOf = async (what: Locator) => {
  const box = await what.boundingBox();
  if (box === null) throw new Error("It is not visible.");
  return box;
};
const leftEdge = async (what: Locator) => Math.round((await boxOf(what)).x);
const logo = (page: Page) =>
  page
    .locator("header a")
    .filter({ has: page.locator("svg") })
    .first();
const exportsButton = (page: Page) => page.getByRole("button", { name: /^Report exports/ });

type Box = Awaited<ReturnType<typeof boxOf>>;
/** Returns whether one box overlaps the other beyond their edges. */
const covers = (over: Box, under: Box) => over.y < under.y + under.height - 8 && over.y + over.height > under.y + 8;

describe.runIf(hasChromium())("the page frame", () => {
  const screens = useScreens();

  it.each([1440, 1920])("stays in place from page to page at %i px", async (width) => {
    const { page } = await screens.open("/Reports", { account, width, script: withDesigns });
    const places: number[][] = [];
    for (const path of ["/Reports", "/Manager", "/ContactUs", "/Configuration"]) {
      await page.goto(new URL(path, page.url()).href);
      await page.getByRole("heading", { level: 1 }).waitFor();
      await page.evaluate(() => document.fonts.ready);
      places.push([
        await leftEdge(logo(page)),
        await leftEdge(page.getByRole("link", { name: "Manager" }).first()),
        await leftEdge(exportsButton(page)),
      ]);
    }
    expect(new Set(places.map((one) => `${one}`)).size, JSON.stringify(places)).toBe(1);
    await page.goto(new URL("/Documents", page.url()).href);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await leftEdge(logo(page))).toBe(places[0]?.[0]);
  });

  it.each([1440, 768, 390])("shows Saved in the header or bottom bar at %i px", async (width) => {
    const { page } = await screens.open("/Reports", { account, width, height: 844, script: withDesigns });
    await page.getByText("300 orders", { exact: true }).first().waitFor();
    await page.getByText("XML", { exact: true }).click();
    const saved = page.getByText("Saved", { exact: true });
    await saved.waitFor();
    expect(await saved.evaluate((note) => note.closest("header, [data-bottom-bar]") !== null)).toBe(true);
  });

  it("labels the exports button on a phone, next to the page's own content in the bar", async () => {
    const { page } = await screens.open("/Filters/Edit/f1", {
      account,
      width: 390,
      height: 844,
      script: filterServer(emptyFilter).script,
    });
    await counted(page);
    const word = await boxOf(exportsButton(page).getByText("exports", { exact: true }));
    expect(word.width).toBeGreaterThan(30);
  });

  it.each(["/Manager", "/Configuration"])("has help and tips on %s", async (path) => {
    const { page } = await screens.open(path, { account, script: withDesigns });
    await page.getByRole("button", { name: "Help and tips" }).click();
    await page
      .getByRole("complementary", { name: "Help and tips" })
      .getByRole("heading", { level: 3 })
      .first()
      .waitFor();
  });
});

describe.runIf(hasChromium())("a field's menu", () => {
  const screens = useScreens();

  it.each([1440, 768, 390])("never covers the field at %i px, at the top or bottom of the screen", async (width) => {
    const { page } = await screens.open("/Filters/Edit/f1", {
      account,
      width,
      height: 640,
      script: filterServer(emptyFilter).script,
    });
    await counted(page);
    const field = page.getByRole("combobox", { name: "Tags", exact: true });
    const root = field.locator("xpath=ancestor::*[contains(@class, 'MuiInputBase-root')]").first();
    for (const place of ["end", "start"] as const) {
      await root.evaluate((one, block) => {
        one.scrollIntoView({ block });
        window.scrollBy(0, block === "end" ? 80 : -140);
      }, place);
      await field.fill("vip");
      const under = await boxOf(root);
      await page.getByRole("button", { name: "Tags (Order): is. Change how to compare" }).click();
      const menu = page.locator(".MuiMenu-paper");
      await page.getByRole("menuitem", { name: "begins with" }).waitFor();
      expect(covers(await boxOf(menu), under), place).toBe(false);
      await page.keyboard.press("Escape");
      await menu.waitFor({ state: "hidden" });
    }
  });
});

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { DesignContent } from "#domain/designs/design.ts";
import { CustomColumnCategory } from "#domain/enumerations.ts";
import { hasChromium } from "./support/chromium.ts";
import { useScreens } from "./support/screens.ts";
import { account } from "./support/scripted-api.ts";
import { designerServer, usualDesign } from "./support/scripted-designer.ts";

const wide: Partial<DesignContent> = {
  shown: [
    "OrderNum",
    "Quantity",
    "Price",
    "TotalPrice",
    "SKU",
    "ProductTitle",
    "VariantTitle",
    "Vendor",
    "Email",
    "Custom1",
  ],
};

describe.runIf(hasChromium())("a column that is added to a report or renamed", () => {
  const screens = useScreens();
  const show = async (content: Partial<DesignContent> = {}) => {
    const given = designerServer({ ...usualDesign, ...content });
    const { page } = await screens.open("/Report/Design/d1", { account, script: given.script });
    await page.locator("tbody td .cell").first().waitFor();
    return { page, ...given };
  };
  const search = async (page: Page, text: string) => {
    await page.getByRole("button", { name: "Show/Hide Columns" }).click();
    await page.getByRole("searchbox", { name: "Search columns" }).fill(text);
    return page.getByRole("list", { name: "Columns found" });
  };
  const head = (page: Page, column: string) => page.locator(`thead th[data-column=${column}]`);
  const title = (page: Page, column: string) => head(page, column).locator("[data-part=title]");
  const isInSight = (page: Page, column: string) =>
    head(page, column).evaluate((cell) => {
      const { left, right } = cell.getBoundingClientRect();
      const panel = document.querySelector("aside")?.getBoundingClientRect().left ?? window.innerWidth;
      return left >= 0 && right <= Math.min(panel, window.innerWidth) + 1;
    });

  it("is found by 'formula', takes the next free custom column, and is added once its formula is saved", async () => {
    const { page, design } = await show(wide);
    const found = await search(page, "formula");
    await found.getByRole("button", { name: /^Add formula column/ }).click();
    const dialog = page.getByRole("dialog");
    const field = dialog.getByRole("textbox", { name: "Formula" });
    await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
    await field.fill("=Price*Quantity");
    await dialog.getByText("Saved as =C1*B1").waitFor();
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    const custom = { category: CustomColumnCategory.ExcelFormula, formula: "=C1*B1" };
    await expect.poll(() => design().settings.Custom2).toEqual({ custom });
    expect(design().shown.at(-1)).toBe("Custom2");
    await expect.poll(() => isInSight(page, "Custom2")).toBe(true);
  });

  it("isn't added if its dialog is canceled", async () => {
    const { page, design, server } = await show(wide);
    const found = await search(page, "calculate");
    await found.getByRole("button", { name: /^Add formula column/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(design().shown).toEqual(wide.shown);
    expect(server.saves).toEqual([]);
  });

  it("is scrolled into view and marked for a moment when it is chosen in the panel", async () => {
    const { page } = await show(wide);
    const found = await search(page, "Customer tags");
    // Observed before the click: on a busy machine the mark may be gone before the click returns.
    await page.evaluate(() => {
      const watch = new MutationObserver(() => {
        if (document.querySelector(".mark")) document.documentElement.setAttribute("data-marked", "");
      });
      watch.observe(document.body, { childList: true, subtree: true });
    });
    await found.getByRole("button", { name: /^Customer tags/ }).click();
    await page.locator("html[data-marked]").waitFor({ state: "attached" });
    await expect.poll(() => isInSight(page, "CustomerTags")).toBe(true);
    await page.locator(".mark").waitFor({ state: "detached" });
  });

  it("is renamed in place by a double click, and keeps its title after Escape", async () => {
    const { page, design } = await show();
    await title(page, "SKU").dblclick({ position: { x: 16, y: 12 } });
    const field = head(page, "SKU").getByRole("textbox", { name: "Title of SKU" });
    await field.fill("Article");
    await field.press("Enter");
    await expect.poll(() => design().settings.SKU).toEqual({ title: "Article" });
    await expect.poll(() => title(page, "SKU").textContent()).toBe("Article");
    await expect.poll(() => title(page, "SKU").evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press("F2");
    await page.keyboard.type("Another");
    await page.keyboard.press("Escape");
    await expect.poll(() => title(page, "SKU").evaluate((one) => one === document.activeElement)).toBe(true);
    expect(design().settings.SKU).toEqual({ title: "Article" });
    expect(design().shown).toEqual(usualDesign.shown);
  });

  it("is renamed by F2, but not to an invalid title, and can get its original title back", async () => {
    const { page, design } = await show({ settings: { SKU: { title: "Article" } } });
    await title(page, "SKU").focus();
    await page.keyboard.press("F2");
    await page.keyboard.type("1st");
    await page.keyboard.press("Enter");
    await page.getByText("Please don't start with number.").waitFor();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("SKU");
    await page.keyboard.press("Enter");
    await expect.poll(() => design().settings.SKU).toBeUndefined();
  });
});

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
  const addFormula = (page: Page) => page.getByRole("button", { name: "Add formula", exact: true });
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

  it.each([1440, 390])("is added with the keyboard by the button above the table, at %i px", async (width) => {
    const given = designerServer({ ...usualDesign, ...wide });
    const { page } = await screens.open("/Report/Design/d1", { account, width, script: given.script });
    await page.locator("tbody td .cell").first().waitFor();
    const panel = page.getByRole("button", { name: "Show/Hide Columns" });
    await panel.focus();
    await page.keyboard.press("Tab");
    await addFormula(page).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("textbox", { name: "Formula" }).and(page.locator(":focus")).waitFor();
    await page.keyboard.type("C1*2");
    await page.keyboard.press("Enter");
    await expect.poll(() => given.design().shown.at(-1)).toBe("Custom2");
    expect(given.design().settings.Custom2?.custom).toMatchObject({ formula: "=C1*2" });
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await addFormula(page).and(page.locator(":focus")).waitFor();
  });

  it("gets its title in the dialog, in the same step", async () => {
    const { page, design, server } = await show(wide);
    await addFormula(page).click();
    const dialog = page.getByRole("dialog", { name: "Add formula" });
    await dialog.getByRole("textbox", { name: "Formula" }).fill("=C1*2");
    const name = dialog.getByRole("textbox", { name: "Title" });
    await name.fill("");
    await dialog.getByText("Value is required").waitFor();
    expect(await dialog.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
    await name.fill("Twice the price");
    await page.keyboard.press("Enter");
    await expect.poll(() => design().settings.Custom2?.title).toBe("Twice the price");
    expect(design().settings.Custom2?.custom).toMatchObject({ formula: "=C1*2" });
    expect(server.saves.length).toBe(1);
  });

  it("has no error while its formula is typed, but once one pauses or leaves the field", async () => {
    const { page } = await show(wide);
    await addFormula(page).click();
    const dialog = page.getByRole("dialog");
    const field = dialog.getByRole("textbox", { name: "Formula" });
    const isWrong = () => field.getAttribute("aria-invalid");
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await field.fill("=SUM(C1");
    await dialog
      .getByRole("list", { name: "In the first rows" })
      .getByRole("listitem")
      .first()
      .waitFor({ state: "detached" });
    expect(await isWrong()).toBe("false");
    await page.clock.runFor(700);
    await expect.poll(isWrong).toBe("true");
    await field.fill("=SUM(C1,");
    expect(await isWrong()).toBe("false");
    await page.keyboard.press("Tab");
    await expect.poll(isWrong).toBe("true");
  });

  it("hears of Profit once its formula is about a cost", async () => {
    const { page } = await show(wide);
    await addFormula(page).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Formula" }).fill("=Price-Cost");
    await dialog.getByText(/^Sheaf has columns for this: Profit/).waitFor();
    await dialog.getByRole("textbox", { name: "Formula" }).fill("=C1*2");
    await dialog.getByText(/^Sheaf has columns for this: Profit/).waitFor({ state: "detached" });
  });

  it("isn't offered if the shop may not edit custom columns or has used all", async () => {
    const features = { "appData/getFeatures": () => ({ data: { CustomColumnEditor: false, Groupings: [0, 1] } }) };
    const used = Object.fromEntries(
      Array.from({ length: 110 }, (_, at) => [`Custom${at + 1}`, { title: `Own ${at + 1}` }]),
    );
    for (const [content, script] of [
      [{}, features],
      [{ settings: used }, {}],
    ] as const) {
      const given = designerServer({ ...usualDesign, ...content });
      const { page } = await screens.open("/Report/Design/d1", { account, script: { ...given.script, ...script } });
      await page.locator("tbody td .cell").first().waitFor();
      await (await search(page, "custom")).getByRole("button").first().waitFor();
      await page.getByRole("searchbox", { name: "Search columns" }).fill("");
      await page.getByRole("button", { name: /^Custom \d+$/ }).waitFor();
      expect(await page.getByRole("button", { name: /^Add (formula|empty)/ }).count()).toBe(0);
    }
  });

  it("is offered before the category Custom beside an empty column, which 'blank' finds", async () => {
    const { page, design } = await show(wide);
    const found = await search(page, "blank");
    const empty = /^Add empty column/;
    await found.getByRole("button", { name: empty }).waitFor();
    await page.getByRole("searchbox", { name: "Search columns" }).fill("");
    const own = page.getByRole("list", { name: "Custom columns" });
    const names = () => own.locator(".title").allTextContents();
    await expect.poll(names).toEqual(["Add empty column", "Add formula column"]);
    await own.getByRole("button", { name: empty }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => design().shown.at(-1)).toBe("Custom2");
    expect(design().settings.Custom2).toBeUndefined();
    await expect.poll(() => isInSight(page, "Custom2")).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    const group = page.getByRole("button", { name: /^Custom 2 of/ });
    await group.and(page.locator(":focus")).waitFor();
    await own.getByRole("button", { name: /^Add formula column/ }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Formula" }).waitFor();
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

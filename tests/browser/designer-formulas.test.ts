import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { DesignContent } from "#domain/designs/design.ts";
import { CustomColumnCategory, Sorting } from "#domain/enumerations.ts";
import { reportWithColumns } from "#domain/wire/reports/report-with-columns.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import { useScreens } from "./support/screens.ts";
import { account } from "./support/scripted-api.ts";
import { designerServer, usualDesign } from "./support/scripted-designer.ts";

const formula = (text: string) => ({
  custom: { category: CustomColumnCategory.ExcelFormula, formula: text } as const,
});
const content: Partial<DesignContent> = {
  shown: ["Quantity", "Price", "TotalPrice", "Custom1"],
  settings: { Custom1: { title: "Worth", ...formula("=A1*B1") } },
};

describe.runIf(hasChromium())("a formula in the report designer (ADR 52)", () => {
  const screens = useScreens();
  const show = async (script = {}) => {
    const given = designerServer({ ...usualDesign, ...content });
    const { page } = await screens.open("/Report/Design/d1", { account, script: { ...given.script, ...script } });
    await page.locator("tbody td .cell").first().waitFor();
    return { page, ...given };
  };
  const keys = async (page: Page, ...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
  };
  const head = (page: Page, title: string) => page.locator("thead [data-part=title]").filter({ hasText: title });
  const worth = (page: Page) => page.locator("tbody tr td:last-of-type .cell").allTextContents();
  /** Reads the column's formula from the dialog, and closes it again. */
  const read = async (page: Page): Promise<string> => {
    await page.getByRole("button", { name: "Menu of Worth", exact: true }).focus();
    await keys(page, "Enter");
    await page.getByRole("menuitem", { name: "Edit custom column", exact: true }).focus();
    await keys(page, "Enter");
    const field = page.getByRole("dialog").getByRole("textbox", { name: "Formula" });
    const text = await field.inputValue();
    await keys(page, "Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    return text;
  };

  it("gets new letters when a column is moved by keyboard, and its old ones after undo", async () => {
    const { page, design, server } = await show();
    await expect.poll(async () => (await worth(page))[1]).toMatch(/\d/);
    const before = await worth(page);
    await head(page, "Quantity").focus();
    await keys(page, "Enter", "ArrowRight", "ArrowRight", "Enter");
    expect(await read(page)).toBe("=C1*A1");
    await expect.poll(() => design().settings.Custom1).toEqual({ title: "Worth", ...formula("=C1*A1") });
    expect(design().shown).toEqual(["Price", "TotalPrice", "Quantity", "Custom1"]);
    expect(await worth(page)).toEqual(before);
    await keys(page, "Control+Z");
    await expect.poll(() => design().settings.Custom1).toEqual({ title: "Worth", ...formula("=A1*B1") });
    expect(await read(page)).toBe("=A1*B1");
    // Each is only a move.
    expect(server.saves).toEqual([["ReportColumnMoved"], ["ReportColumnMoved"]]);
  });

  it("names a hidden column it needs, above the table and in the dialog, until that is shown again", async () => {
    const { page, design } = await show();
    await page.getByRole("button", { name: "Menu of Price", exact: true }).click();
    await page.getByRole("menuitem", { name: "Hide column", exact: true }).click();
    const said = "It needs “Price”, which is hidden. Show the column, or change the formula.";
    await page.getByText(`Correct the formula of Worth. ${said}`).waitFor();
    await expect.poll(async () => new Set(await worth(page))).toEqual(new Set(["#REF!"]));
    await page.getByRole("button", { name: "Menu of Worth", exact: true }).click();
    await page.getByRole("menuitem", { name: "Edit custom column", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(said).waitFor();
    const field = dialog.getByRole("textbox", { name: "Formula" });
    expect(await field.inputValue()).toBe("=A1*[Price]1");
    await keys(page, "Escape");
    await dialog.waitFor({ state: "detached" });
    await keys(page, "Control+Z");
    await expect.poll(() => design().settings.Custom1).toEqual({ title: "Worth", ...formula("=A1*B1") });
    await expect.poll(() => page.getByText("Correct the formula of Worth.").count()).toBe(0);
  });

  describe("that Excel doesn't read", () => {
    const said = "Put commas between the arguments of a function, not semicolons.";
    const mended = { title: "Worth", ...formula("=ROUND(A1*B1,1)") };
    const open = async (width = 1440) => {
      const settings = { Custom1: { title: "Worth", ...formula("=ROUND(A1*B1;1") } };
      const given = designerServer({ ...usualDesign, ...content, settings });
      const { page } = await screens.open("/Report/Design/d1", { account, width, script: given.script });
      return { page, design: given.design };
    };
    const use = (of: Page | Locator) => of.getByRole("button", { name: "Use =ROUND(A1*B1,1)", exact: true });

    it.each([1440, 390])("is fixed above the table by one key, without losing the focus, %i px wide", async (width) => {
      const { page, design } = await open(width);
      const note = page.getByText(`Correct the formula of Worth. ${said}`);
      await note.waitFor();
      await expect.poll(async () => new Set(await worth(page))).toEqual(new Set(["(not a formula)"]));
      await tabTo(page, use(page));
      await keys(page, "Enter");
      await expect.poll(() => design().settings.Custom1).toEqual(mended);
      await note.waitFor({ state: "detached" });
      await expect.poll(async () => (await worth(page))[1]).toMatch(/^\d/);
      expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true);
    });

    it("is fixed in its dialog by keyboard", async () => {
      const { page, design } = await open();
      await page.getByRole("button", { name: "Menu of Worth", exact: true }).click();
      await page.getByRole("menuitem", { name: "Edit custom column", exact: true }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText(said).waitFor();
      await tabTo(page, use(dialog));
      await keys(page, "Enter");
      const field = dialog.getByRole("textbox", { name: "Formula" });
      expect(await field.inputValue()).toBe("=ROUND(A1*B1,1)");
      expect(await use(dialog).count()).toBe(0);
      await keys(page, "Enter");
      await expect.poll(() => design().settings.Custom1).toEqual(mended);
    });
  });

  it("is saved with the intended columns if another window has moved them", async () => {
    const { page, design, update } = await show();
    const { columns, ...same } = reportWithColumns(design());
    const byKey = new Map(
      columns.map((column) => [column.Column, { ...column, Sorting: Sorting.None, Visible: true }]),
    );
    const theirs = ["Email", "Price", "Quantity", "TotalPrice", "Custom1"].flatMap((key) => byKey.get(key) ?? []);
    update({ ...same, columns: theirs }, null);
    expect(design().settings.Custom1).toEqual({ title: "Worth", ...formula("=C1*B1") });
    await page.getByRole("button", { name: "Menu of Worth", exact: true }).click();
    await page.getByRole("menuitem", { name: "Edit custom column", exact: true }).click();
    const field = page.getByRole("dialog").getByRole("textbox", { name: "Formula" });
    await field.fill("=A1*2");
    await keys(page, "Enter");
    await expect.poll(() => design().settings.Custom1).toEqual({ title: "Worth", ...formula("=C1*2") });
  });
});

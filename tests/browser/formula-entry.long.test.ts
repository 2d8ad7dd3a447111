import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { DesignContent } from "#domain/designs/design.ts";
import { CustomColumnCategory, NumberFormatType } from "#domain/enumerations.ts";
import { hasChromium } from "./support/chromium.ts";
import { useScreens } from "./support/screens.ts";
import { account } from "./support/scripted-api.ts";
import { designerServer, usualDesign } from "./support/scripted-designer.ts";

const content: Partial<DesignContent> = {
  shown: ["OrderNum", "Quantity", "Price", "TotalPrice", "Custom1"],
  settings: {},
};
const saved = (formula: string) => ({ custom: { category: CustomColumnCategory.ExcelFormula, formula } });

describe.runIf(hasChromium())("a formula typed into a column", () => {
  const screens = useScreens();
  const open = async () => {
    const given = designerServer({ ...usualDesign, ...content });
    const { page } = await screens.open("/Report/Design/d1", { account, script: given.script });
    await page.locator("tbody td .cell").first().waitFor();
    await page.getByRole("button", { name: "Menu of Custom 1", exact: true }).click();
    await page.getByRole("menuitem", { name: "Edit custom column", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Excel Formula" }).click();
    const field = dialog.getByRole("textbox", { name: "Formula" });
    await field.waitFor();
    return { page, dialog, field, ...given };
  };
  const save = (dialog: Locator) => dialog.getByRole("button", { name: "Save", exact: true }).click();
  const hasFocus = (field: Locator) => field.evaluate((element) => element === document.activeElement);
  const keys = async (page: Page, ...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
  };

  it("causes a warning if it refers to the next row, which one click fixes", async () => {
    const { dialog, field, design } = await open();
    await field.fill("=B2*C2");
    await dialog.getByText("B2 and C2 are in the next row: row 1 is the row itself.").waitFor();
    await dialog.getByRole("button", { name: "Use B1 and C1" }).click();
    expect(await field.inputValue()).toBe("=B1*C1");
    expect(await hasFocus(field)).toBe(true);
    expect(await dialog.getByText("in the next row").count()).toBe(0);
    await save(dialog);
    await expect.poll(() => design().settings.Custom1).toEqual(saved("=B1*C1"));
  });

  it("may refer to the next row on purpose", async () => {
    const { dialog, field, design } = await open();
    await field.fill("=B2-B1");
    await dialog.getByText("B2 is in the next row").waitFor();
    expect(await dialog.getByRole("button", { name: /^Use / }).count()).toBe(0);
    await save(dialog);
    await expect.poll(() => design().settings.Custom1).toEqual(saved("=B2-B1"));
  });

  it("can be typed with column titles, and is saved with their letters", async () => {
    const { dialog, field, design } = await open();
    await field.fill("=price*quantity");
    await dialog.getByText("Saved as =C1*B1").waitFor();
    await expect.poll(async () => (await dialog.getByRole("listitem").first().textContent()) ?? "").toMatch(/^\d/);
    await field.press("Enter");
    await expect.poll(() => design().settings.Custom1).toEqual(saved("=C1*B1"));
  });

  it("makes a column of numbers, which is aligned right and can have a number format", async () => {
    const { page, dialog, field, design } = await open();
    await field.fill("=Price*Quantity");
    await save(dialog);
    await dialog.waitFor({ state: "detached" });
    const cell = page.locator("tbody tr").nth(1).locator("td").last();
    await expect.poll(() => cell.getAttribute("data-align")).toBe("right");
    await page.getByRole("button", { name: "Menu of Custom 1", exact: true }).click();
    await page.getByRole("menuitem", { name: "Numeric format", exact: true }).click();
    await page.getByRole("dialog").getByRole("radio", { name: "Currency" }).click();
    await save(page.getByRole("dialog"));
    await expect.poll(() => cell.textContent()).toMatch(/^€\d+\.\d\d$/);
    await expect.poll(() => design().settings.Custom1).toHaveProperty("format", { type: NumberFormatType.Currency });
  });

  it("gets columns from the list by mouse, at the caret", async () => {
    const { page, dialog, field } = await open();
    await field.fill("=*2");
    await keys(page, "Home", "ArrowRight");
    await dialog.getByRole("button", { name: "D1 Total price" }).click();
    expect(await field.inputValue()).toBe("=D1*2");
    expect(await hasFocus(field)).toBe(true);
    await page.keyboard.type("+1");
    expect(await field.inputValue()).toBe("=D1+1*2");
    expect(await dialog.getByRole("button", { name: /this column/ }).count()).toBe(0);
  });

  it("gets columns from the list by keyboard only", async () => {
    const { page, dialog, field } = await open();
    await field.fill("=");
    await keys(page, "Tab", "ArrowDown", "ArrowDown");
    await expect
      .poll(() => dialog.getByRole("button", { name: "C1 Price" }).evaluate((one) => one === document.activeElement))
      .toBe(true);
    await keys(page, "Enter");
    expect(await field.inputValue()).toBe("=C1");
    expect(await hasFocus(field)).toBe(true);
  });

  it("causes a hint if a number has a comma, which one click changes to a point", async () => {
    const { dialog, field } = await open();
    await field.fill("=C1*0,3");
    await dialog.getByText("Write 0.3 with a point. A comma separates the arguments of a function.").waitFor();
    await dialog.getByRole("button", { name: "Use 0.3" }).click();
    expect(await field.inputValue()).toBe("=C1*0.3");
    expect(await dialog.getByRole("button", { name: "Save", exact: true }).isEnabled()).toBe(true);
  });
});

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { catalogue } from "#domain/columns/catalogue.ts";
import type { DesignContent } from "#domain/designs/design.ts";
import { CustomColumnCategory, Grouping } from "#domain/enumerations.ts";
import type { Preview } from "#domain/wire/reports/report-data.ts";
import { expectAccessible } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { useScreens } from "./support/screens.ts";
import { account } from "./support/scripted-api.ts";
import { designerServer, usualDesign } from "./support/scripted-designer.ts";

const heads = (page: Page): Promise<string[]> => page.locator("thead [data-part=title]").allTextContents();
const formula = (text: string) => ({
  custom: { category: CustomColumnCategory.ExcelFormula, formula: text } as const,
});
const choose = async (page: Page, title: string, entry: string) => {
  await page.getByRole("button", { name: `Menu of ${title}` }).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
};

/** Markup that would have an effect if a page rendered it as its own. */
const hostile = `<img src=x onerror="window.struck=1"><script>window.struck=1</script>"'&amp;</td>`;
const struck = (page: Page) => page.evaluate("'struck' in window");

describe.runIf(hasChromium())("the report designer at its limits", () => {
  const screens = useScreens();
  const show = async (
    content: Partial<DesignContent>,
    { rows = 12, change = (preview: Preview): Preview => preview } = {},
  ) => {
    const given = designerServer({ ...usualDesign, ...content }, { rows });
    given.server.preview = (preview) => ({ data: change(preview) });
    const opened = await screens.open("/Report/Design/d1", { account, script: given.script });
    await opened.page.locator("tbody td .cell").first().waitFor();
    return { ...opened, ...given };
  };

  it("shows that a cell has hidden lines, which keyboard users can read too", async () => {
    const lines = ["Mug, blue", "Tea towel", "Honey", "Oat flakes", "Card", "Ribbon"];
    const { page } = await show(
      { shown: ["OrderNum", "ProductTitle", "SKU"], settings: { SKU: { width: 4 } } },
      {
        rows: 2,
        change: (preview) => {
          const at = preview.Columns.indexOf("ProductTitle");
          const Sheets = preview.Sheets.map((sheet) => ({
            ...sheet,
            Rows: sheet.Rows.map((row, index) => ({
              ...row,
              Cells: row.Cells.map((cell, place) =>
                place === at ? lines.slice(0, index === 0 ? 6 : 4).join("\n") : cell,
              ),
            })),
          }));
          return { ...preview, Sheets };
        },
      },
    );
    const more = page.getByRole("button", { name: "More of Product title" });
    await more.waitFor();
    expect(await more.count()).toBe(1);
    const cell = page.locator("tbody td[aria-colindex='2'] .clip").first();
    const hidden = () => cell.evaluate((box) => box.scrollHeight - box.clientHeight);
    expect(await hidden()).toBeGreaterThan(30);
    await more.focus();
    await page.keyboard.press("Enter");
    await expect.poll(hidden).toBe(0);
    const less = page.getByRole("button", { name: "Less of Product title" });
    expect(await less.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await less.getAttribute("aria-expanded")).toBe("true");
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect.poll(hidden).toBeGreaterThan(30);
  });

  it("opens with every column, and remains usable", async () => {
    const keys = catalogue.map(({ key }) => key);
    const began = performance.now();
    const { page, design } = await show({ shown: keys, settings: {} }, { rows: 100 });
    console.log(`${keys.length} columns opened in ${Math.round(performance.now() - began)} ms`);
    expect(await page.locator("thead [data-part=title]").count()).toBe(keys.length);
    const acted = performance.now();
    await page.locator("thead [data-part=title]").first().focus();
    await page.keyboard.press("End");
    const last = page.locator("thead th").last();
    await expect.poll(() => last.evaluate((head) => head.getBoundingClientRect().right <= innerWidth)).toBe(true);
    // Cells of hidden columns aren't rendered; a visible column's are below its header.
    expect(await page.locator("tbody tr").first().locator("td").count()).toBeLessThan(60);
    const places = () => page.locator("tbody tr").first().locator("td[aria-colindex]").last();
    await expect.poll(() => places().getAttribute("aria-colindex")).toBe(String(keys.length));
    const [cell, head] = [await places().boundingBox(), await last.boundingBox()];
    expect([cell?.x, cell?.width]).toEqual([head?.x, head?.width]);
    await page.keyboard.press("Space");
    await page.keyboard.press("Home");
    await page.keyboard.press("Space");
    await expect.poll(() => design().shown[0]).toBe(keys.at(-1));
    await page.keyboard.press("Control+Z");
    await expect.poll(() => design().shown[0]).toBe(keys[0]);
    console.log(`moved to the front and back in ${Math.round(performance.now() - acted)} ms`);
  });

  it("shows HTML markup as text", async () => {
    const { page } = await show(
      {
        title: "a & b \"c\" 'd'",
        shown: ["OrderNum", "ProductTitle", "OrderProperty1", "Custom1"],
        settings: {
          ProductTitle: { title: `&lt;b&gt; "quoted" 'title' \${1} {{amount}}` },
          OrderProperty1: { custom: { category: CustomColumnCategory.NoteAttributes, name: hostile } },
          Custom1: formula(`="${hostile.replaceAll('"', "'").slice(0, 100)}"`),
        },
      },
      {
        change: (preview) => ({
          ...preview,
          Sheets: preview.Sheets.map(({ Rows }) => ({
            Name: hostile,
            Rows: Rows.map((row) => ({ ...row, Cells: row.Cells.map((cell) => cell && hostile) })),
          })),
        }),
      },
    );
    expect(await heads(page)).toContain(`&lt;b&gt; "quoted" 'title' \${1} {{amount}}`);
    expect(await page.locator("tbody td:nth-child(2) .clip").first().textContent()).toBe(hostile);
    expect(await page.getByRole("rowheader").first().textContent()).toBe(hostile);
    await expect.poll(() => page.locator("tbody td:nth-child(4)").first().textContent()).toContain("<script>");
    await choose(page, "Order property 1", "Choose attribute");
    const name = page.getByRole("dialog").getByRole("combobox");
    expect(await name.inputValue()).toBe(hostile);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await page.locator("main img, main script").count()).toBe(0);
    expect(await struck(page)).toBe(false);
  });

  it("fits titles of 50 characters, even wide ones, without breaking the layout", async () => {
    const longest = "W".repeat(50);
    const astral = "🧾".repeat(50);
    const { page, design } = await show({
      title: "M".repeat(50),
      settings: { SKU: { title: longest }, Price: { title: astral, width: 4 } },
    });
    expect(await heads(page)).toEqual(["Order number", "Product title", longest, "Quantity", astral, "Total price"]);
    const head = page.locator("thead th").nth(2);
    expect((await head.boundingBox())?.width).toBeCloseTo(112, 0);
    await choose(page, longest, "Rename title");
    const dialog = page.getByRole("dialog");
    expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    const field = dialog.getByRole("textbox");
    await field.fill(`${astral}x`);
    await dialog.getByText("The maximum length allowed is 50", { exact: true }).waitFor();
    await field.fill(astral);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => design().settings.SKU?.title).toBe(astral);
    await page.getByRole("button", { name: "Show/Hide Columns" }).click();
    const panel = page.getByRole("complementary").last();
    expect(await panel.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await expectAccessible(page);
  });

  it("names a circular reference in a formula, and doesn't save it", async () => {
    const { page, design } = await show({
      shown: ["Quantity", "Custom1", "Custom2"],
      settings: { Custom1: formula("=C1+1") },
    });
    await choose(page, "Custom 2", "Edit custom column");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Excel Formula" }).click();
    await dialog.getByRole("textbox", { name: "Formula" }).fill("=B1*2");
    await dialog
      .getByText("This formula is in column C and refers to itself over B. Refer to other columns.")
      .waitFor();
    expect(await dialog.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    expect(design().settings.Custom2).toBeUndefined();
  });

  it("names an existing formula that refers to itself", async () => {
    const { page } = await show({ shown: ["Custom1", "Quantity"], settings: { Custom1: formula("=A1*B1") } });
    await page
      .getByText(
        "Correct the formula of Custom 1. This formula is in column A and refers to itself. Refer to other columns.",
      )
      .waitFor();
    const cell = page.locator("tbody tr").nth(1).locator("td").first();
    await expect.poll(() => cell.textContent()).toBe("(refers to itself)");
  });

  it("says that a formula refers to a missing column", async () => {
    const { page } = await show({
      shown: ["Quantity", "Custom1"],
      settings: { Custom1: formula("=A1+Z1") },
      grouping: Grouping.Orders,
    });
    await page.getByText("There is no column Z: the report shows the columns A to B.").waitFor();
    await expect.poll(() => page.locator("tbody tr").nth(1).locator("td").nth(1).textContent()).toBe("9.25");
  });

  it("doesn't save a formula that others made circular, says so, and continues once it is removed", async () => {
    const { page, design, update } = await show({ shown: ["Quantity", "Custom1", "Custom2"], settings: {} });
    const custom = (text: string) => ({
      Category: CustomColumnCategory.ExcelFormula,
      LocalStatus: null,
      ExcelFormula: { Formula: text },
      Name: null,
    });
    await choose(page, "Custom 2", "Edit custom column");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Excel Formula" }).click();
    await dialog.getByRole("textbox", { name: "Formula" }).fill("=B1*2");
    const columns = ["Quantity", "Custom1", "Custom2"].map((Column) => ({
      Column,
      Title: { Quantity: "Quantity", Custom1: "Custom 1", Custom2: "Custom 2" }[Column] ?? "",
      Visible: true,
      Width: 16,
      Sorting: 0 as const,
      NumberFormat: null,
      CustomColumn: Column === "Custom1" ? custom("=C1") : null,
    }));
    update({ id: "d1", title: "Monthly", grouping: 0, ws_splitter: 0, columns }, null);
    await dialog.getByRole("button", { name: "Save" }).click();
    await page
      .getByRole("alert")
      .filter({ hasText: "Your last change is not saved. Column “Custom 2”: This formula is in column C" })
      .waitFor();
    expect(design().settings.Custom2).toBeUndefined();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Saved", { exact: true }).waitFor();
    await choose(page, "Quantity", "Hide column");
    await expect.poll(() => design().shown).toEqual(["Custom1", "Custom2"]);
  });
});

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { DesignContent } from "#domain/designs/design.ts";
import { CustomColumnCategory, Grouping, NumberFormatType } from "#domain/enumerations.ts";
import { groupingsText } from "../../frontend/merchant/resources/columns/column-list.ts";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { reportColumns } from "./support/data-scenes.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script } from "./support/scripted-api.ts";
import { designerServer, usualDesign } from "./support/scripted-designer.ts";

const choose = async (page: Page, title: string, entry: string) => {
  await page.getByRole("button", { name: `Menu of ${title}` }).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
  const dialog = page.getByRole("dialog", { name: entry });
  await dialog.waitFor();
  return dialog;
};

describe.runIf(hasChromium())("the designer's panel of columns and its dialogs", () => {
  const screens = useScreens();
  const show = async (content: Partial<DesignContent> = {}, change: Script = {}) => {
    const given = designerServer({ ...usualDesign, ...content });
    const opened = await screens.open("/Report/Design/d1", { account, script: { ...given.script, ...change } });
    await opened.page.locator("tbody td .cell").first().waitFor();
    return { ...opened, ...given, saves: () => given.server.saves };
  };
  const openPanel = async (page: Page) => {
    await page.getByRole("button", { name: "Show/Hide Columns" }).click();
    return page.getByRole("searchbox", { name: "Search columns" });
  };

  it("finds a column by a misspelled word and shows it, by keyboard", async () => {
    const { page, saves, design } = await show();
    const search = await openPanel(page);
    await search.focus();
    await page.keyboard.type("traking nubmer");
    const found = page.getByRole("list", { name: "Columns found" }).getByRole("button", { name: /^Tracking number/ });
    await found.focus();
    await page.keyboard.press("Enter");
    await expect.poll(saves).toEqual([["ReportColumnShown"]]);
    expect(design().shown.at(-1)).toBe("TrackingNumber");
    expect(await found.getAttribute("aria-pressed")).toBe("true");
    await page.keyboard.press("Enter");
    await expect.poll(() => design().shown.includes("TrackingNumber")).toBe(false);
    await expectAccessible(page);
  });

  it("can be searched as soon as it opens", async () => {
    const { page } = await show();
    await page.getByRole("button", { name: "Show/Hide Columns" }).click();
    await page.getByRole("searchbox", { name: "Search columns" }).and(page.locator(":focus")).waitFor();
  });

  it("shows popular columns first, with description and example as the accessible description", async () => {
    const { page, design } = await show();
    await openPanel(page);
    const popular = page.getByRole("list", { name: "Popular" });
    await expect.poll(() => popular.getByRole("listitem").count()).toBe(24);
    expect(await page.getByRole("list", { name: "Product" }).getByRole("listitem").count()).toBe(0);
    const name = { name: "Customer name", exact: true };
    const row = popular.getByRole("button", {
      ...name,
      description: /^Full name of the customer.* e\.g\. Hugo Exemple$/,
    });
    await row.getByText("e.g. Hugo Exemple").waitFor();
    await row.click();
    await expect.poll(() => design().shown.at(-1)).toBe("CustomerName");
    // It stands in its category too.
    await page.getByRole("button", { name: /^Customer 1 of/ }).click();
    const again = page.getByRole("list", { name: "Customer", exact: true }).getByRole("button", name);
    expect(await again.getAttribute("aria-pressed")).toBe("true");
    await expectAccessible(page);
  });

  it("scrolls to the best match when a search is typed", async () => {
    const { page } = await show();
    const search = await openPanel(page);
    await page.getByRole("list", { name: "Popular" }).getByRole("button").last().scrollIntoViewIfNeeded();
    await search.fill("order");
    const first = page.getByRole("list", { name: "Columns found" }).getByRole("button").first();
    await expect.poll(() => first.evaluate((row) => row.getBoundingClientRect().top > 200)).toBe(true);
  });

  it("names a column's missing permission in table, panel and header, and leads to the consent", async () => {
    const { page, callsOf } = await show(
      { shown: ["OrderNum", "StaffMember"] },
      {
        "account/permissions": () => ({ data: { Granted: ["read_orders"] } }),
        "account/ask-permissions": () => ({ data: "/Documents?consent" }),
      },
    );
    await page.getByText(/^Staff member shows 'no access'/).waitFor();
    await page.getByRole("button", { name: "No access to Staff member: give permission" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "No access yet" });
    await dialog.getByText(/needs permission to read your store's staff members/).waitFor();
    const next = dialog.getByRole("button", { name: "Give permission" });
    expect(await next.getAttribute("class")).toContain("MuiButton-contained");
    expect(await next.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await dialog.locator(".MuiButton-contained").count()).toBe(1);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await (await openPanel(page)).fill("staff");
    await page.getByText("Needs permission to read staff members").waitFor();
    await page.getByRole("button", { name: "Give permission" }).first().click();
    await page.waitForURL("**/Documents?consent");
    const [asked] = callsOf("account/ask-permissions");
    expect(asked?.body).toEqual({ Scopes: ["read_users"], ReturnUrl: "/Report/Design/d1" });
  });

  it("names a permission withdrawn later, by the preview's orders, and leads to the consent", async () => {
    const lacking = { Column: "CustomerTags", Scopes: ["read_customers"] };
    const given = designerServer({ ...usualDesign, shown: ["OrderNum", "CustomerTags"] });
    given.server.preview = (preview) => ({ data: { ...preview, Lacking: [lacking] } });
    const { page, callsOf } = await screens.open("/Report/Design/d1", {
      account,
      script: { ...given.script, "account/ask-permissions": () => ({ data: "/Documents?consent" }) },
    });
    await page.getByText(/shows 'no access'.*needs permission to read your store's customers/).waitFor();
    await page.getByRole("button", { name: /^No access to .*: give permission/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Give permission" }).click();
    await page.waitForURL("**/Documents?consent");
    expect(callsOf("account/ask-permissions")[0]?.body).toEqual({
      Scopes: ["read_customers"],
      ReturnUrl: "/Report/Design/d1",
    });
  });

  it("says why a column isn't available in the grouping, and doesn't show it", async () => {
    const { page, saves } = await show({ grouping: Grouping.ProductCombined, shown: ["ProductTitle"] });
    // Columns that are shown already could be hidden.
    const foreign = reportColumns.find(
      ({ Column, Groupings }) => Column !== "ProductTitle" && !Groupings.includes(Grouping.ProductCombined),
    );
    if (!foreign) throw new Error("Every column is available in every grouping.");
    await (await openPanel(page)).fill(foreign.Name);
    const greyed = page.getByRole("list", { name: "Columns found" }).getByRole("button").first();
    await greyed.getByText("Not with one row per product").waitFor();
    expect(await greyed.getAttribute("aria-disabled")).toBe("true");
    await greyed.click({ force: true });
    await page.getByRole("link", { name: "Tell us which" }).waitFor();
    expect(saves()).toEqual([]);
  });

  it("covers a phone's screen, and its columns can be shown there", async () => {
    const { page, design } = await show();
    await expectFitsTelephone(page);
    await (await openPanel(page)).fill("vendor");
    await page.getByRole("button", { name: /^Vendor/ }).click();
    await expect.poll(() => design().shown.at(-1)).toBe("Vendor");
    await expectAccessible(page);
  });

  it("renames a column by Enter, explains an invalid title, and restores the original one", async () => {
    const { page, design } = await show();
    const dialog = await choose(page, "SKU", "Rename title");
    const title = dialog.getByRole("textbox", { name: "Title" });
    const save = dialog.getByRole("button", { name: "Save" });
    expect(await save.isDisabled()).toBe(true);
    for (const [typed, problem] of [
      ["", "Value is required"],
      ["5 items", "Please don't start with number."],
      ["a <b>", "Please don't use the characters '<' and '>'."],
      ["x".repeat(51), "The maximum length allowed is 50"],
    ] as const) {
      await title.fill(typed);
      await dialog.getByText(problem, { exact: true }).waitFor();
      expect(await save.isDisabled()).toBe(true);
    }
    await title.fill("  Article  ");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => design().settings.SKU?.title).toBe("Article");
    const again = await choose(page, "Article", "Rename title");
    await again.getByRole("button", { name: "Revert to original" }).click();
    await again.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => design().settings.SKU?.title).toBeUndefined();
  });

  it("changes nothing if a dialog is closed with Escape, and returns the focus", async () => {
    const { page, saves } = await show();
    const dialog = await choose(page, "SKU", "Rename title");
    await dialog.getByRole("textbox").fill("Other");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate("document.activeElement?.getAttribute('aria-label')")).toBe("Menu of SKU");
    expect(saves()).toEqual([]);
  });

  it("formats numbers, with a preview of a column's value, and refuses a limit below 0", async () => {
    const { page, design } = await show();
    const dialog = await choose(page, "Price", "Numeric format");
    await dialog.getByRole("radio", { name: "Less equal than (Red)" }).click();
    await dialog.getByRole("textbox", { name: "Red up to" }).fill("-1");
    await dialog.getByText("The minimum value allowed is 0").waitFor();
    await dialog.getByRole("radio", { name: "Custom" }).click();
    await dialog.getByRole("button", { name: /^Two decimals/ }).click();
    await dialog.getByText("9.25 is shown as").waitFor();
    await dialog.getByText("9.25", { exact: true }).last().waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => design().settings.Price?.format).toEqual({ type: NumberFormatType.Custom, code: "0.00" });
  });

  it("offers Excel's code for a European one, by Enter, and saves no ambiguous code", async () => {
    const { page, design, saves } = await show();
    const dialog = await choose(page, "Price", "Numeric format");
    await dialog.getByRole("radio", { name: "Custom" }).click();
    const code = dialog.getByRole("textbox", { name: "Excel number format" });
    const save = dialog.getByRole("button", { name: "Save" });
    await code.pressSequentially("#.##0,00 €");
    await dialog.getByRole("button", { name: "As Excel writes it #,##0.00 € 1234.5 → 1,234.50 €" }).waitFor();
    expect(await save.isDisabled()).toBe(true);
    await expectAccessible(page);
    await code.press("Enter");
    expect(await code.inputValue()).toBe("#,##0.00 €");
    expect(saves()).toEqual([]);
    await code.press("Enter");
    await expect
      .poll(() => design().settings.Price?.format)
      .toEqual({ type: NumberFormatType.Custom, code: "#,##0.00 €" });
  });

  it("asks what #.##0 means, and can be answered by keyboard", async () => {
    const { page, design, saves } = await show();
    const dialog = await choose(page, "Price", "Numeric format");
    await dialog.getByRole("radio", { name: "Custom" }).click();
    const code = dialog.getByRole("textbox", { name: "Excel number format" });
    await code.fill("#.##0");
    const asked = dialog.getByRole("group", { name: "Did you mean" });
    await asked.getByRole("button", { name: "Thousands #,##0 1234.5 → 1,235", exact: true }).waitFor();
    // The examples don't repeat it.
    expect(await dialog.getByRole("button", { name: /^Thousands #,##0 / }).count()).toBe(1);
    await expectAccessible(page);
    await code.press("Enter");
    expect([await code.inputValue(), saves()]).toEqual(["#.##0", []]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await asked
      .getByRole("button", { name: "Three decimals 0.000 1234.5 → 1234.500" })
      .and(page.locator(":focus"))
      .waitFor();
    await page.keyboard.press("Space");
    await code.and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Enter");
    await expect.poll(() => design().settings.Price?.format).toEqual({ type: NumberFormatType.Custom, code: "0.000" });
  });

  it("reports an ambiguous code that was saved before, until it is corrected", async () => {
    const { page, design } = await show({
      settings: { Price: { format: { type: NumberFormatType.Custom, code: "0,00 €" } } },
    });
    const note = page.getByText("Check the numeric format of Price.");
    await note.waitFor();
    const dialog = await choose(page, "Price", "Numeric format");
    await dialog.getByText("Press Enter to use “0.00 €”.").waitFor();
    await dialog.getByText("009 €", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: /^As Excel writes it/ }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => design().settings.Price?.format).toMatchObject({ code: "0.00 €" });
    await note.waitFor({ state: "detached" });
  });

  it("corrects an ambiguous code from its alert, by keyboard", async () => {
    const { page, design } = await show({
      settings: { Price: { format: { type: NumberFormatType.Custom, code: "#.##0" } } },
    });
    await page.getByRole("button", { name: "Use 0.000", exact: true }).waitFor();
    await page.getByRole("button", { name: "Use #,##0", exact: true }).press("Enter");
    await expect.poll(() => design().settings.Price?.format).toMatchObject({ code: "#,##0" });
    await page.getByText("Check the numeric format of Price.").waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
  });

  it("shows a column's meaning, original title and groupings", async () => {
    const { page } = await show({ settings: { SKU: { title: "Article" } } });
    const dialog = await choose(page, "Article", "Column information");
    const info = reportColumns.find(({ Column }) => Column === "SKU");
    if (!info) throw new Error("There is no column SKU.");
    for (const text of ["Original title", "SKU", "Stock keeping unit", "MUG-SAND", groupingsText(info)])
      await dialog
        .getByText(text, { exact: text !== "Stock keeping unit" })
        .first()
        .waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
  });

  it("puts a formula into a custom column, shows its values, and shows errors", async () => {
    const { page, design } = await show({ shown: ["OrderNum", "Quantity", "Price", "Custom1"] });
    const dialog = await choose(page, "Custom 1", "Edit custom column");
    await dialog.getByRole("radio", { name: "Excel Formula" }).click();
    const formula = dialog.getByRole("textbox", { name: "Formula" });
    for (const [typed, problem] of [
      ["B1*2", "Excel formulas must start with the '=' sign."],
      ["=D1", "refers to itself"],
      ["=Z1", "There is no column Z"],
    ] as const) {
      await formula.fill(typed);
      await dialog.getByText(problem).waitFor();
      expect(await dialog.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    }
    await formula.fill("=B1*2");
    await dialog.getByRole("listitem").filter({ hasText: "18.5" }).first().waitFor();
    await expectAccessible(page);
    await formula.press("Enter");
    await expect
      .poll(() => design().settings.Custom1?.custom)
      .toEqual({ category: CustomColumnCategory.ExcelFormula, formula: "=B1*2" });
  });

  it("lets an attribute of the last orders be chosen", async () => {
    const { page, design } = await show(
      { shown: ["OrderNum", "OrderProperty1"] },
      {
        "reports/attributes": () => ({
          data: [{ Category: CustomColumnCategory.NoteAttributes, Names: ["Gift message", "Delivery date"] }],
        }),
      },
    );
    const dialog = await choose(page, "Order property 1", "Choose attribute");
    await dialog.getByRole("combobox").click();
    await page.getByRole("option", { name: "Gift message" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect
      .poll(() => design().settings.OrderProperty1?.custom)
      .toEqual({ category: CustomColumnCategory.NoteAttributes, name: "Gift message" });
  });

  it("shows the guide until it is closed, and has help next to the page", async () => {
    const { page } = await show();
    await page.getByRole("heading", { name: "Design your first report!" }).waitFor();
    await page.getByRole("button", { name: "Watch the tutorial" }).click();
    await page.getByRole("dialog", { name: "How it works" }).locator("video").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Close the guide" }).click();
    await page.getByRole("button", { name: "Help and tips" }).click();
    await page.getByRole("heading", { name: "Order property 1 to 3" }).waitFor();
    await expectAccessible(page);
    await page.reload();
    await page.locator("tbody td .cell").first().waitFor();
    expect(await page.getByRole("heading", { name: "Design your first report!" }).count()).toBe(0);
  });
});

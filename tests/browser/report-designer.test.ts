import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { DesignContent } from "#domain/designs/design.ts";
import { groupingsOffered } from "#domain/designs/validate.ts";
import { Grouping, Sorting } from "#domain/enumerations.ts";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import type { OpenOptions } from "./support/open-page.ts";
import { useScreens } from "./support/screens.ts";
import { account, logIn, type Script, scriptApi } from "./support/scripted-api.ts";
import { designerServer, usualDesign } from "./support/scripted-designer.ts";

const address = "/Report/Design/d1";
const heads = (page: Page): Promise<string[]> => page.locator("thead [data-part=title]").allTextContents();
const head = (page: Page, title: string): Locator => page.getByRole("columnheader").filter({ hasText: title });
const titleOf = (page: Page, title: string): Locator =>
  head(page, title).getByRole("button", { name: title, exact: true });
const cells = (page: Page, column: number): Promise<string[]> =>
  page.locator(`tbody td:nth-child(${column})`).allTextContents();
const choose = async (page: Page, title: string, entry: string): Promise<void> => {
  await page.getByRole("button", { name: `Menu of ${title}` }).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
};
const drag = async (page: Page, what: Locator, to: { x: number; y: number }): Promise<void> => {
  const box = await what.boundingBox();
  if (box === null) throw new Error("The column to drag is missing.");
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 10, box.y + box.height / 2);
  await page.mouse.move(to.x, to.y, { steps: 8 });
};
const placeOf = async (what: Locator) => {
  const box = await what.boundingBox();
  if (box === null) throw new Error("It is missing.");
  return box;
};

const before = ["Order number", "Product title", "SKU", "Quantity", "Price", "Total price"];

describe.runIf(hasChromium())("the report designer", () => {
  const screens = useScreens();
  const show = async (content: Partial<DesignContent> = usualDesign, change: Script = {}, more: OpenOptions = {}) => {
    const given = designerServer(content);
    const opened = await screens.open(address, { account, script: { ...given.script, ...change }, ...more });
    await opened.page.locator("tbody td .cell").first().waitFor();
    return { ...opened, ...given, saves: () => given.server.saves };
  };

  it("shows the report as a table, with title, grouping and worksheets above it", async () => {
    const { page } = await show();
    expect(await page.title()).toBe("Monthly · Report designer · Sheaf");
    expect(await heads(page)).toEqual(before);
    expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Monthly");
    await page.getByText("The last 50 orders", { exact: true }).waitFor();
    expect((await cells(page, 3)).slice(0, 2)).toEqual(["SKU 0", "SKU 1"]);
  });

  it("moves a column by mouse, with one save and one event", async () => {
    const { page, saves, design } = await show();
    const target = await placeOf(head(page, "Price").first());
    await drag(page, titleOf(page, "Product title"), { x: target.x + target.width - 4, y: target.y + 10 });
    await page.mouse.up();
    await expect.poll(saves).toEqual([["ReportColumnMoved"]]);
    expect(design().shown).toEqual(["OrderNum", "SKU", "Quantity", "Price", "ProductTitle", "TotalPrice"]);
    expect((await cells(page, 5))[0]).toBe("ProductTitle 0");
    await page.getByText("Saved", { exact: true }).waitFor();
  });

  it("doesn't move a column if the drag is canceled with Escape", async () => {
    const { page, saves } = await show();
    const target = await placeOf(head(page, "Quantity"));
    await drag(page, titleOf(page, "Order number"), { x: target.x + 4, y: target.y + 10 });
    await page.keyboard.press("Escape");
    await page.mouse.up();
    expect(await heads(page)).toEqual(before);
    expect(saves()).toEqual([]);
  });

  it("moves a column by keyboard, announces its position, and keeps the focus on it", async () => {
    const { page, saves } = await show();
    await tabTo(page, titleOf(page, "Order number"));
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.getByText("Order number is at place 3 of 6.", { exact: true }).waitFor();
    await page.keyboard.press("Space");
    await expect.poll(() => heads(page)).toEqual(["Product title", "SKU", "Order number", ...before.slice(3)]);
    await expect.poll(saves).toEqual([["ReportColumnMoved"]]);
    expect(await titleOf(page, "Order number").evaluate((element) => element.matches(":focus"))).toBe(true);
    await page.keyboard.press("ArrowRight");
    expect(await titleOf(page, "Quantity").evaluate((element) => element.matches(":focus"))).toBe(true);
  });

  it("resizes a column by mouse in units of 7 px and by keyboard, except an image column", async () => {
    const { page, saves, design } = await show({ ...usualDesign, shown: ["SKU", "Price", "Image"] });
    const handle = page.getByRole("separator", { name: "Width of SKU" });
    const { x, y } = await placeOf(handle);
    await page.mouse.move(x + 4, y + 10);
    await page.mouse.down();
    await page.mouse.move(x + 4 + 35, y + 10, { steps: 5 });
    const edge = async () => (await placeOf(page.locator(".line"))).x - (await placeOf(head(page, "SKU"))).x;
    expect(await edge()).toBeCloseTo(146, 0);
    const band = await placeOf(page.locator(".band"));
    expect([band.x, band.width]).toEqual([(await placeOf(head(page, "SKU"))).x, 147]);
    await page.mouse.up();
    await expect.poll(() => design().settings.SKU).toEqual({ width: 21 });
    expect((await placeOf(head(page, "SKU"))).width).toBeCloseTo(147, 0);
    expect(saves()).toEqual([["ReportColumnResized"]]);
    await handle.focus();
    await page.keyboard.press("Shift+ArrowLeft");
    await expect.poll(() => design().settings.SKU).toBeUndefined();
    await page.keyboard.press("Home");
    await expect.poll(() => design().settings.SKU).toEqual({ width: 4 });
    expect((await placeOf(head(page, "SKU"))).width).toBeCloseTo(28, 0);
    expect(await page.getByRole("button", { name: "Menu of SKU" }).count()).toBe(0);
    expect(await page.getByRole("separator", { name: "Width of Image" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: /^Sort by Image/ }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Menu of Image" }).count()).toBe(1);
  });

  it("sorts by none, ascending, descending, none, and reloads the rows", async () => {
    const { page, design, callsOf } = await show();
    const sort = page.getByRole("button", { name: /^Sort by SKU/ });
    const reads = () => callsOf("reportData/design-data/d1").length;
    await sort.click();
    await expect.poll(() => design().sortedBy).toEqual({ column: "SKU", sorting: Sorting.Ascending });
    expect(await head(page, "SKU").getAttribute("aria-sort")).toBe("ascending");
    await sort.click();
    await expect.poll(async () => (await cells(page, 3))[0]).toBe("SKU 11");
    expect(reads()).toBe(3);
    await sort.click();
    await expect.poll(() => design().sortedBy).toBeNull();
    await page.getByRole("button", { name: "Menu of SKU" }).click();
    await page.getByRole("menuitem", { name: "Sort A to Z", exact: true }).waitFor();
    expect(await page.getByText("low to high").count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Menu of Price" }).click();
    await page.getByText("low to high", { exact: true }).waitFor();
    await page.getByText("high to low", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await choose(page, "Price", "Sort Z to A");
    await expect.poll(() => design().sortedBy).toEqual({ column: "Price", sorting: Sorting.Descending });
  });

  it("renames and hides a column from its menu, and undoes both", async () => {
    const { page, design, saves } = await show();
    await choose(page, "SKU", "Rename title");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("Article");
    await dialog.getByRole("button", { name: "Save" }).click();
    await titleOf(page, "Article").waitFor();
    await choose(page, "Article", "Hide column");
    await expect.poll(() => heads(page)).toEqual(before.filter((title) => title !== "SKU"));
    await expect.poll(saves).toEqual([["ReportColumnRenamed"], ["ReportColumnHidden"]]);
    // Keyboard users keep their place.
    expect(await titleOf(page, "Quantity").evaluate((element) => element.matches(":focus"))).toBe(true);
    await page.keyboard.press("Control+Z");
    await titleOf(page, "Article").waitFor();
    const said = page.getByRole("status").filter({ hasText: /^(Undone|Redone)/ });
    expect(await said.textContent()).toBe("Undone: column Article hidden");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => said.textContent()).toBe("Undone: column SKU renamed");
    await expect.poll(() => heads(page)).toEqual(before);
    await expect.poll(() => design().settings.SKU).toBeUndefined();
    await page.keyboard.press("Control+Shift+Z");
    await page.getByRole("button", { name: "Redo" }).click();
    await expect.poll(() => heads(page)).toEqual(before.filter((title) => title !== "SKU"));
    expect(await said.textContent()).toBe("Redone: column Article hidden");
  });

  it("shows a column chosen in the panel at once, and a dragged one where it is dropped", async () => {
    const { page, design, callsOf } = await show();
    await page.getByRole("button", { name: "Show/Hide Columns" }).click();
    await page.getByRole("button", { name: "Vendor", exact: true }).click();
    await expect.poll(async () => (await cells(page, 7))[0]).toBe("Vendor 0");
    const target = await placeOf(head(page, "SKU"));
    const entry = page.getByRole("button", { name: "Variant title", exact: true });
    await entry.scrollIntoViewIfNeeded();
    await drag(page, entry, { x: target.x + 4, y: target.y + 60 });
    await page.mouse.up();
    await expect
      .poll(() => design().shown)
      .toEqual(["OrderNum", "ProductTitle", "VariantTitle", ...(usualDesign.shown ?? []).slice(2), "Vendor"]);
    expect(callsOf("reportData/design-data/d1").length).toBe(1);
  });

  it("grays out a column that the grouping doesn't support, and says why", async () => {
    const { page, design } = await show();
    await page.getByRole("combobox", { name: "Grouping" }).click();
    await page.getByRole("option", { name: "One row per order", exact: true }).click();
    await expect.poll(() => design().grouping).toBe(Grouping.OnePerOrder);
    const greyed = page.locator("thead th[data-disabled]");
    await greyed.first().waitFor();
    const reason = await greyed.first().locator("button").first().getAttribute("title");
    expect(reason).toContain("Not available with one row per order");
  });

  it("shows each worksheet's name if the report is split", async () => {
    const { page } = await show({ ...usualDesign, splitter: 13 });
    await page.getByRole("rowheader", { name: "Athens" }).waitFor();
    await page.getByRole("rowheader", { name: "Lisbon" }).waitFor();
  });

  it("offers the shop's groupings, and the day column if rows differ by day", async () => {
    const features = { CustomColumnEditor: false, Groupings: [...groupingsOffered] };
    const { page } = await show(usualDesign, { "appData/getFeatures": () => ({ data: features }) });
    await page.getByRole("combobox", { name: "Grouping" }).click();
    await page.getByRole("option", { name: "One row per bundle or single line" }).waitFor();
    await page.getByRole("option", { name: "One row per variant and delivery date" }).click();
    await page.getByRole("button", { name: "Show Delivery date" }).click();
    await expect.poll(() => heads(page)).toEqual(["Delivery date", ...before]);
    expect(await page.getByText("A variant has one row per delivery date").count()).toBe(0);
    await expectAccessible(page);
  });

  it("offers no grouping that the shop may not use, except the design's own", async () => {
    const { page } = await show({ ...usualDesign, grouping: Grouping.BundleAndCustomizer });
    await page.getByRole("combobox", { name: "Grouping" }).click();
    await page.getByRole("option", { name: "One row per order line" }).waitFor();
    expect(await page.getByRole("option").allTextContents()).toEqual([
      "One row per bundle or single line",
      ...["order line", "product variant", "order", "fulfillment", "product"].map((what) => `One row per ${what}`),
    ]);
  });

  it("says that cells need a refresh only if they couldn't be loaded", async () => {
    const { page, server } = await show();
    server.preview = () => ({
      status: 503,
      error: { code: "Busy", message: "The store platform isn't answering right now. Try again in a few minutes." },
    });
    await page.getByRole("button", { name: "Show/Hide Columns" }).click();
    await page.getByRole("button", { name: /^Product \d/ }).click();
    await page.getByRole("button", { name: "Product tags", exact: true }).click();
    await page.getByText("Refresh browser (hit F5)").first().waitFor();
    await page
      .getByText(
        "The preview could not be loaded. The store platform isn't answering right now. Try again in a few minutes.",
      )
      .waitFor();
    await page.getByText(/^Product tags takes longer to load/).waitFor();
    server.preview = (preview) => ({ data: preview });
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("The last 20 orders, because slow columns are visible").waitFor();
    await expect.poll(() => page.getByText("Refresh browser (hit F5)").count()).toBe(0);
  });

  it("says how many rows are only in the file", async () => {
    const given = designerServer();
    given.server.preview = (preview) => ({ data: { ...preview, RowsLeftOut: 1_030 } });
    const { page } = await screens.open(address, { account, script: given.script });
    await page.getByText("The last 50 orders. 1,030 more rows of these orders are in the file").waitFor();
  });

  it("says that product rows add up only the orders of the preview", async () => {
    const given = designerServer();
    given.server.preview = (preview) => ({ data: { ...preview, Orders: 50, Limit: 50 } });
    const { page } = await screens.open(address, { account, script: given.script });
    await page.getByText("The last 50 orders", { exact: true }).waitFor();
    await page.getByRole("combobox", { name: "Grouping" }).click();
    await page.getByRole("option", { name: "One row per product", exact: true }).click();
    await page.getByText("The last 50 orders. Sums here cover only these. The file adds up all its orders").waitFor();
  });

  it("says that orders are samples if the store has none", async () => {
    const given = designerServer();
    given.server.preview = (preview) => ({ data: { ...preview, Generated: true } });
    const { page } = await screens.open(address, { account, script: given.script });
    await page
      .getByText("The store doesn't have any orders. The following orders are randomly generated", { exact: true })
      .waitFor();
  });

  it("merges another window's changes, and asks if both changed the same", async () => {
    const { page, update, design } = await show();
    const column = {
      Column: "SKU",
      Title: "Theirs",
      Visible: true,
      Width: 16,
      Sorting: Sorting.None,
      NumberFormat: null,
    };
    update({ id: "d1", title: "Monthly", grouping: 0, ws_splitter: 0, columns: [column] }, null);
    await titleOf(page, "Order number").focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    await titleOf(page, "Theirs").waitFor();
    expect(design().shown.slice(0, 2)).toEqual(["ProductTitle", "OrderNum"]);
    update({ id: "d1", title: "Monthly", grouping: 0, ws_splitter: 0, columns: [{ ...column, Title: "Other" }] }, null);
    await choose(page, "Theirs", "Rename title");
    await page.getByRole("dialog").getByRole("textbox").fill("Mine");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    const asked = page.getByRole("dialog", { name: "This report design was changed in another window" });
    await asked.getByRole("heading", { name: "Title of column “SKU”" }).waitFor();
    await asked.getByRole("button", { name: "Keep mine" }).click();
    await asked.getByRole("button", { name: "Continue" }).click();
    await expect.poll(() => design().settings.SKU?.title).toBe("Mine");
  });

  it("applies what another tab of the same browser saves", async () => {
    const { page, script } = await show();
    const other = await page.context().newPage();
    await logIn(other, account);
    await scriptApi(other, script);
    await other.goto(page.url());
    await titleOf(other, "SKU").waitFor();
    await choose(page, "SKU", "Hide column");
    await expect.poll(() => heads(other)).toEqual(before.filter((title) => title !== "SKU"));
    await choose(other, "Price", "Hide column");
    await expect.poll(() => heads(page)).toEqual(["Order number", "Product title", "Quantity", "Total price"]);
    // Undo reverts what was done here, and keeps what was done there.
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => heads(other)).toEqual(["Order number", "Product title", "SKU", "Quantity", "Total price"]);
  });

  it("offers a list to move columns on a narrow screen", async () => {
    const { page, design } = await show(usualDesign, {}, { width: 390, height: 844 });
    const list = page.getByRole("region", { name: "Visible columns" });
    await list.getByRole("button", { name: "Move down Order number" }).click();
    await expect.poll(() => design().shown.slice(0, 2)).toEqual(["ProductTitle", "OrderNum"]);
    await list.getByRole("button", { name: "Menu of SKU" }).click();
    await page.getByRole("menuitem", { name: "Hide column" }).click();
    await expect.poll(() => design().shown.includes("SKU")).toBe(false);
    expect(await page.getByRole("separator").count()).toBe(0);
    await expectFitsTelephone(page);
  });

  it.each(["light", "dark"] as const)("is accessible, in %s", async (scheme) => {
    const { page } = await show({ ...usualDesign, sortedBy: { column: "SKU", sorting: 1 } }, {}, { scheme });
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("region", { name: "Visible columns" }).waitFor();
    await expectAccessible(page);
  });
});

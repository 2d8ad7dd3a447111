import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { DesignContent } from "#domain/designs/design.ts";
import { CustomColumnCategory } from "#domain/enumerations.ts";
import { expectAccessible, expectReadableColours } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { starterButton } from "./support/new-design.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script } from "./support/scripted-api.ts";
import { designerServer, usualDesign } from "./support/scripted-designer.ts";

const busy = () => ({
  status: 503,
  error: { code: "Busy", message: "The store platform isn't answering right now. Try again in a few minutes." },
});

/**
 * Everything at once that a design can have: a column of its own with a formula, a circular reference, a greyed, a slow and a
 * sorted column, worksheets.
 */
const full: Partial<DesignContent> = {
  title: "Monthly",
  splitter: 13,
  grouping: 2,
  sortedBy: { column: "SKU", sorting: 1 },
  shown: ["OrderNum", "ProductTitle", "SKU", "Price", "Tags", "ProductTags", "OrderProperty1", "Custom1"],
  settings: {
    Custom1: { custom: { category: CustomColumnCategory.ExcelFormula, formula: "=Z1" } },
    OrderProperty1: { custom: { category: CustomColumnCategory.NoteAttributes, name: "Gift" } },
  },
};

const openMenu = (page: Page, title: string) =>
  page.getByRole("button", { name: `Menu of ${title}`, exact: true }).click();
const openDialog = (title: string, entry: string) => async (page: Page) => {
  await openMenu(page, title);
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
  await page.getByRole("dialog").waitFor();
};
const leave = async (page: Page) => {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
};

/** States in order, each entered from the previous one; `leave` returns to the page. */
const states: readonly {
  name: string;
  enter: (page: Page) => Promise<void>;
  leave?: (page: Page) => Promise<void>;
  /** There is a list of columns instead. */
  notNarrow?: true;
}[] = [
  {
    name: "guide, warnings, greyed and slow columns, a formula to nothing",
    enter: (page) => page.getByText("There is no column Z").waitFor(),
  },
  {
    name: "the menu of a column",
    enter: async (page) => {
      await openMenu(page, "SKU");
      await page.getByRole("menu").waitFor();
    },
    leave: async (page) => {
      await page.keyboard.press("Escape");
      await page.getByRole("menu").waitFor({ state: "detached" });
    },
  },
  { name: "column information", enter: openDialog("SKU", "Column information"), leave },
  { name: "a title", enter: openDialog("SKU", "Rename title"), leave },
  { name: "a number format", enter: openDialog("Price", "Numeric format"), leave },
  {
    name: "a number format with two meanings",
    enter: async (page) => {
      await openDialog("Price", "Numeric format")(page);
      await page.getByRole("radio", { name: "Custom" }).click();
      await page.getByRole("textbox", { name: "Excel number format" }).fill("#.##0");
      await page.getByRole("group", { name: "Did you mean" }).waitFor();
    },
    leave,
  },
  { name: "an attribute", enter: openDialog("Order property 1", "Choose attribute"), leave },
  {
    name: "a formula with something wrong",
    enter: async (page) => {
      await openDialog("Custom 1", "Edit custom column")(page);
      await page.getByRole("dialog").getByRole("textbox", { name: "Formula" }).fill("=SUM(");
    },
    leave,
  },
  {
    name: "a column that moves by the keys",
    notNarrow: true,
    enter: async (page) => {
      await page.locator("thead [data-part=title]").first().focus();
      await page.keyboard.press("Space");
      await page.keyboard.press("ArrowRight");
      await page.locator("thead th[data-dragging]").waitFor();
    },
    leave: (page) => page.keyboard.press("Escape"),
  },
  {
    name: "something to take back",
    enter: async (page) => {
      await openMenu(page, "Order number");
      await page.getByRole("menuitem", { name: "Sort Z to A" }).click();
      await page.getByText("Saved", { exact: true }).waitFor();
    },
  },
  {
    name: "the panel of columns",
    enter: async (page) => {
      await page.getByRole("button", { name: "Show/Hide Columns" }).click();
      await page.getByRole("searchbox", { name: "Search columns" }).fill("tag");
      await page.getByRole("list", { name: "Columns found" }).waitFor();
    },
  },
];

describe.runIf(hasChromium())("every state of the report designer is accessible", () => {
  const screens = useScreens();
  const show = async (scheme: "light" | "dark", width: number, change: Script = {}, content = full) => {
    const given = designerServer(content);
    const opened = await screens.open("/Report/Design/d1", {
      account,
      scheme,
      width,
      script: { ...given.script, "reports/attributes": () => ({ data: [] }), ...change },
    });
    return { ...opened, ...given };
  };
  // The dark theme changes only colors, which don't depend on the width.
  const looks = [
    ["light", 1440],
    ["light", 768],
    ["light", 390],
    ["dark", 1440],
  ] as const;
  const check = (page: Page, scheme: "light" | "dark") =>
    scheme === "light" ? expectAccessible(page) : expectReadableColours(page);

  it.each(looks)("in %s, %d px wide", { timeout: 180_000 }, async (scheme, width) => {
    const { page } = await show(scheme, width);
    await page.locator("tbody td .cell").first().waitFor();
    for (const state of states) {
      if (state.notNarrow && width < 600) continue;
      await state.enter(page);
      await check(page, scheme).catch((error: unknown) => {
        throw new Error(`In the state '${state.name}'`, { cause: error });
      });
      await state.leave?.(page);
    }
  });

  it.each(looks)("when things go wrong, in %s, %d px wide", { timeout: 120_000 }, async (scheme, width) => {
    const failing = await show(
      scheme,
      width,
      { "reportData/design-data/d1": busy, "reports/update": busy },
      usualDesign,
    );
    const { page } = failing;
    await page
      .getByText(
        "The preview could not be loaded. The store platform isn't answering right now. Try again in a few minutes.",
      )
      .waitFor();
    await page.getByRole("textbox", { name: "Title" }).fill("");
    await expect.poll(() => page.getByRole("textbox", { name: "Title" }).getAttribute("aria-invalid")).toBe("true");
    await check(page, scheme);
    await page.getByRole("textbox", { name: "Title" }).fill("Other");
    await page.getByText("Your last changes are not saved yet.").waitFor();
    await check(page, scheme);
    const unread = await show(scheme, width, { "reports/get/with-columns/d1": busy });
    await unread.page.getByText("The store platform isn't answering right now. Try again in a few minutes.").waitFor();
    await check(unread.page, scheme);
    const empty = await show(scheme, width, {}, { ...usualDesign, shown: [] });
    await empty.page.getByText("This report has no columns yet").waitFor();
    await check(empty.page, scheme);
  });

  it.each(looks)("for the starters of a design in %s, %d px wide", async (scheme, width) => {
    const { page } = await screens.open("/Manager", { account, scheme, width });
    await page.getByRole("button", { name: "Create report design" }).click();
    await starterButton(page, "Blank").waitFor();
    await check(page, scheme);
  });
});

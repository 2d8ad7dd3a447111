import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { Sorting } from "#domain/enumerations.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import { starterButton } from "./support/new-design.ts";
import { useScreens } from "./support/screens.ts";
import { account, design as newDesign } from "./support/scripted-api.ts";
import { designerServer } from "./support/scripted-designer.ts";

/** The focused element as a screen reader names it: its label, or its text. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(
    "(document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()",
  );

/** The focus is visible: a ring, a border or a mark in another color. */
const expectSeen = async (page: Page, what: string): Promise<void> => {
  const ring = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return "nothing";
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      if (outlineStyle !== "none" && outlineWidth !== "0px") return "ring";
      const after = getComputedStyle(element, "::after").backgroundColor;
      if (after !== "rgba(0, 0, 0, 0)") return "mark";
      const field = element.closest(".MuiInputBase-root");
      return field !== null && getComputedStyle(field).boxShadow !== "none" ? "halo" : "nothing";
    });
  await expect.poll(ring, { message: what }).not.toBe("nothing");
};

/** Goes to an entry of the open menu by the arrows. */
const tabToItem = async (page: Page, name: string): Promise<void> => {
  for (let presses = 0; presses < 12 && (await focused(page)) !== name; presses += 1)
    await page.keyboard.press("ArrowDown");
  expect(await focused(page)).toBe(name);
};

/** Moves the focus back to a menu button of the header. */
const tabToMenu = async (page: Page, name: string): Promise<void> => {
  for (let presses = 0; presses < 4 && (await focused(page)) !== name; presses += 1)
    await page.keyboard.press("Shift+Tab");
  expect(await focused(page)).toBe(name);
};

describe.runIf(hasChromium())("the report designer without a mouse", () => {
  const screens = useScreens();

  it("creates a report with four columns, from Reports to the last undo", async () => {
    const given = designerServer({ title: "Untitled1", shown: [], settings: {} });
    const { design } = given;
    const created: ReturnType<typeof newDesign>[] = [];
    const { page } = await screens.open("/Reports", {
      account,
      script: {
        ...given.script,
        "reports/get-reports": () => ({ data: created }),
        "reports/create-new": () => {
          const made = newDesign(given.server.id, "Untitled1", 0);
          created.push(made);
          return { data: made };
        },
      },
    });
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    const titleOf = (name: string) => page.locator("thead [data-part=title]").filter({ hasText: name });

    const create = button("Create a new design");
    await tabTo(page, create);
    await expectSeen(page, "Create a new design");
    await press("Enter");
    const blank = starterButton(page, "Blank");
    await tabTo(page, blank);
    await press("Enter");
    await page.getByRole("heading", { name: "Report designer" }).waitFor();
    expect(created.length).toBe(1);

    const panel = button("Show/Hide Columns");
    await tabTo(page, panel);
    await expectSeen(page, "Show/Hide Columns");
    await press("Enter");
    const search = page.getByRole("searchbox", { name: "Search columns" });
    for (const [typed, name] of [
      ["order number", "Order number"],
      ["product title", "Product title"],
      ["quantity", "Quantity"],
      ["price", "Price"],
    ] as const) {
      await tabTo(page, search);
      await press("Control+A");
      await page.keyboard.type(typed);
      const found = page
        .getByRole("list", { name: "Columns found" })
        .getByRole("button")
        .filter({ has: page.getByText(name, { exact: true }) })
        .first();
      await tabTo(page, found);
      await expectSeen(page, name);
      await press("Enter");
      await expect.poll(() => found.getAttribute("aria-pressed")).toBe("true");
      await press("Shift+Tab");
      await page.keyboard.press("Shift+Tab");
    }
    await expect.poll(() => design().shown).toEqual(["OrderNum", "ProductTitle", "Quantity", "Price"]);
    await press("Escape");
    await expect.poll(() => focused(page)).toBe("Show/Hide Columns");

    await tabTo(page, titleOf("Order number"));
    await expectSeen(page, "the head of a column");
    await press("ArrowRight", "Tab", "Tab");
    expect(await focused(page)).toBe("Menu of Product title");
    await expectSeen(page, "the menu of a column");
    await press("Enter");
    await page.getByRole("menu").waitFor();
    await tabToItem(page, "Rename title");
    await press("Enter");
    await page.getByRole("dialog").getByRole("textbox").waitFor();
    await press("Control+A");
    await page.keyboard.type("Article");
    await press("Enter");
    await expect.poll(() => design().settings.ProductTitle?.title).toBe("Article");
    await expect.poll(() => focused(page)).toBe("Menu of Article");

    await press("Shift+Tab");
    expect(await focused(page)).toBe("Sort by Article, not sorted");
    await press("Enter");
    await expect.poll(() => design().sortedBy).toEqual({ column: "ProductTitle", sorting: Sorting.Ascending });
    expect(await focused(page)).toBe("Sort by Article, A to Z");

    await press("Tab", "Tab");
    expect(await focused(page)).toBe("Width of Article");
    await expectSeen(page, "the edge of a column");
    const width = await page.evaluate(() => Number(document.activeElement?.getAttribute("aria-valuenow")));
    await press("ArrowRight", "ArrowRight");
    await expect.poll(() => design().settings.ProductTitle?.width).toBe(width + 2);

    await tabToMenu(page, "Menu of Article");
    await press("Enter");
    await page.getByRole("menu").waitFor();
    await tabToItem(page, "Hide column");
    await press("Enter");
    await expect.poll(() => design().shown).toEqual(["OrderNum", "Quantity", "Price"]);
    await expect.poll(() => focused(page)).toBe("Quantity");
    await press("Control+Z");
    await expect.poll(() => design().shown).toEqual(["OrderNum", "ProductTitle", "Quantity", "Price"]);
    await page.getByText("Saved", { exact: true }).waitFor();
  });
});

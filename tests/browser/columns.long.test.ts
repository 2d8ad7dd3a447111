import { describe, expect, it } from "vitest";
import { Grouping } from "#domain/enumerations.ts";
import { hasChromium } from "./support/chromium.ts";
import { reportColumns, withColumns } from "./support/data-scenes.ts";
import { tabTo } from "./support/keyboard.ts";
import { withDesigns } from "./support/report-scenes.ts";
import { useScreens } from "./support/screens.ts";
import { account } from "./support/scripted-api.ts";

const all = reportColumns.length;

describe.runIf(hasChromium())("the report columns page", () => {
  const screens = useScreens();

  it("shows every column by category with name, type, description, note and groupings, even to guests", async () => {
    const { page } = await screens.open("/data/columns", { script: withColumns });
    const table = page.getByRole("table", { name: "Report columns" });
    await table.waitFor();
    expect(await page.title()).toBe("Report columns · Sheaf");
    await page.getByRole("banner").getByRole("link", { name: "Login" }).waitFor();
    expect(await table.getByRole("columnheader").allTextContents()).toEqual([
      "Name",
      "Type",
      "Description",
      "Note",
      "Possible in",
    ]);
    const names = await table.locator("tbody th:not(.category)").allTextContents();
    expect(names).toHaveLength(all);
    for (const { Name } of reportColumns)
      expect(
        names.some((name) => name.startsWith(Name)),
        Name,
      ).toBe(true);
    const categories = await table.locator("th.category").allTextContents();
    expect(categories.slice(0, 3)).toEqual(["Product", "Order", "Customer"]);
    const noted = reportColumns.find(({ Note, Groupings }) => Note !== "" && Groupings.length === 2);
    if (!noted) throw new Error("No column of the catalogue has a note.");
    const row = table.getByRole("row").filter({ hasText: noted.Column }).filter({ hasText: noted.Description });
    const cells = await row.getByRole("cell").allTextContents();
    expect(cells.slice(1)).toEqual([noted.Description, noted.Note, "Order lines, One per order"]);
    const slow = reportColumns.filter(({ SlowColumn }) => SlowColumn >= 0).length;
    expect(await table.getByText("Slow", { exact: true }).count()).toBe(slow);
  });

  it("finds columns by text, category and grouping, by keyboard, and says how many", async () => {
    const { page } = await screens.open("/Data/Columns", { account, script: withColumns });
    await page.getByRole("link", { name: "Back to Aurora" }).waitFor();
    await page
      .getByRole("status")
      .filter({ hasText: `${all} columns` })
      .waitFor();
    await tabTo(page, page.getByRole("searchbox", { name: "Search columns" }));
    await page.keyboard.type("discount");
    const words = (one: (typeof reportColumns)[number]) => [one.Name, one.Column, one.Description, one.Note].join(" ");
    const discounts = reportColumns.filter((one) => /discount/i.test(words(one))).length;
    await page.getByText(`${discounts} of ${all} columns`, { exact: true }).waitFor();
    for (const text of await page.locator("tbody tr:has(td)").allTextContents()) expect(text).toMatch(/discount/i);
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.press("Delete");
    await tabTo(page, page.getByRole("combobox", { name: "Category" }));
    await page.keyboard.press("Enter");
    await page.keyboard.type("Cus");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator("th.category").allTextContents()).toEqual(["Customer"]);
    await page.getByRole("combobox", { name: "Category" }).click();
    await page.getByRole("option", { name: "All categories" }).click();
    await page.getByRole("combobox", { name: "Grouping" }).click();
    await page.getByRole("option", { name: "Fulfillments" }).click();
    const fitting = reportColumns.filter(({ Groupings }) => Groupings.includes(Grouping.Fulfillments)).length;
    await page.getByText(`${fitting} of ${all} columns`, { exact: true }).waitFor();
  });

  it("says if no column matches, and can show all again", async () => {
    const { page } = await screens.open("/Data/Columns", { script: withColumns });
    await page.getByRole("searchbox", { name: "Search columns" }).fill("moon phase");
    await page.getByText("No columns found").waitFor();
    await page.getByText(`0 of ${all} columns`, { exact: true }).waitFor();
    await page.getByRole("button", { name: "Show all columns" }).click();
    await page.getByText(`${all} columns`, { exact: true }).waitFor();
    expect(await page.getByRole("searchbox", { name: "Search columns" }).inputValue()).toBe("");
  });

  it("says why the columns can't be loaded, with a retry", async () => {
    let broken = true;
    const { page } = await screens.open("/Data/Columns", {
      script: {
        "data/columns": () =>
          broken
            ? {
                status: 503,
                error: { code: "Busy", message: "The server can't read its data right now. Try again later." },
              }
            : { data: reportColumns },
      },
    });
    await page.getByText("The server can't read its data right now. Try again later.").waitFor();
    broken = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("table", { name: "Report columns" }).waitFor();
  });

  it("is linked from the help of Reports", async () => {
    const { page } = await screens.open("/Reports", { account, script: { ...withDesigns, ...withColumns } });
    await page.getByRole("button", { name: "Help and tips" }).click();
    await tabTo(page, page.getByRole("link", { name: "All columns that a report can show" }));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/Data\/Columns$/);
    await page.getByRole("heading", { name: "Report columns", level: 1 }).waitFor();
  });

  it("has one column on a phone, and is still a table for screen readers", async () => {
    const { page } = await screens.open("/Data/Columns", { script: withColumns, width: 390, height: 844 });
    const table = page.getByRole("table", { name: "Report columns" });
    await table.waitFor();
    expect(await table.getByRole("columnheader").count()).toBe(5);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    const row = table.locator("tbody tr:has(td)").first();
    const [name, description] = await Promise.all([
      row.getByRole("rowheader").boundingBox(),
      row.getByRole("cell").nth(1).boundingBox(),
    ]);
    expect(description?.x).toBe(name?.x);
    expect(description?.y ?? 0).toBeGreaterThan(name?.y ?? 0);
  });
});

import { describe, expect, it } from "vitest";
import { Grouping } from "#domain/enumerations.ts";
import { reportWithColumns } from "#domain/wire/reports/report-with-columns.ts";
import { designFacts } from "#domain/workspace/workspace-for-tests.ts";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { withDesigns } from "./support/report-scenes.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script } from "./support/scripted-api.ts";
import { scriptedColumns, scriptedPreview } from "./support/scripted-previews.ts";

const preview = "reportData/generate-preview";

describe.runIf(hasChromium())("the file's preview next to the form", () => {
  const screens = useScreens();
  const open = async (script: Script = {}) => {
    const opened = await screens.open("/Reports", { account, script: { ...withDesigns, ...script } });
    const rows = opened.page.getByRole("table", { name: "First rows of the file" });
    return { ...opened, rows, section: opened.page.getByRole("region", { name: "What your file will look like" }) };
  };

  it("shows the first rows of the chosen design, and the number of their orders", async () => {
    const { page, rows, section } = await open();
    await rows.getByText("ProductTitle 0").waitFor();
    expect(await rows.getByRole("columnheader").allTextContents()).toEqual([
      "Order number",
      "Product title",
      "Quantity",
      "Total price",
    ]);
    await section.getByText("20 rows from the newest 20 of 300 orders").waitFor();
    await expectAccessible(page);
    await expectFitsTelephone(page);
  });

  it("shades rows as the file does, and links to the settings for that and dates", async () => {
    const { page, rows, section } = await open({
      [preview]: () => ({ data: scriptedPreview(scriptedColumns, 6, { AlternateRowsStyle: 1 }) }),
    });
    await rows.getByText("ProductTitle 5").waitFor();
    expect(
      await rows.locator("tbody tr").evaluateAll((all) => all.map((row) => row.getAttribute("data-band"))),
    ).toEqual(["false", "true", "false", "true", "false", "true"]);
    await expectAccessible(page);
    await section.getByRole("link", { name: "Dates and shading" }).click();
    await page.waitForURL(/\/Configuration#ReportDisplay$/);
  });

  it("links to the settings only for the CSV format", async () => {
    const { page } = await open();
    const settings = page.getByRole("link", { name: "Separator, encoding and other CSV settings" });
    await page.getByText("XML", { exact: true }).click();
    expect(await settings.count()).toBe(0);
    await page.getByText("CSV", { exact: true }).click();
    await settings.click();
    await page.waitForURL(/\/Configuration#ReportFiles$/);
  });

  it("says how many more rows of these orders the file has", async () => {
    const { rows, section } = await open({
      [preview]: () => ({ data: scriptedPreview(scriptedColumns, 80, { Orders: 20, RowsLeftOut: 1_000 }) }),
    });
    await rows.getByText("ProductTitle 59").waitFor();
    await section.getByText("1,020 more rows of these orders are in the file").waitFor();
    await section.getByText("1,080 rows from the newest 20 of 300 orders").waitFor();
  });

  it("says which amounts a line filter reduces, in a sentence and at each column", async () => {
    const LinesFiltered = { LinesLeft: ["Quantity"], WholeOrders: ["OrderTotal"] };
    const { page, rows, section } = await open({
      [preview]: () => ({ data: scriptedPreview(["OrderNum", "Quantity", "OrderTotal"], 2, { LinesFiltered }) }),
    });
    await section
      .getByText("Line amounts count only lines that match the filter. Order amounts count whole orders.")
      .waitFor();
    await rows.getByRole("columnheader", { name: "Quantity matching lines" }).waitFor();
    await rows.getByRole("columnheader", { name: "Order total whole order" }).waitFor();
    expect(await rows.getByRole("columnheader").allTextContents()).toContain("Order number");
    await expectAccessible(page);
    await expectFitsTelephone(page);
  });

  it("says that product rows add up only these orders", async () => {
    const design = designFacts("a", 0, { shown: ["ProductTitle", "Quantity"], grouping: Grouping.ProductCombined });
    const { section } = await open({
      "reports/get/with-columns/a": () => ({ data: reportWithColumns(design), etag: '"1"' }),
      [preview]: () => ({ data: scriptedPreview(["ProductTitle", "Quantity"], 5, { Orders: 20 }) }),
    });
    await section
      .getByText("5 rows, adding up only the newest 20 of 300 orders. The file adds up all of them")
      .waitFor();
  });

  it("is reloaded if a choice changes, and shows the last response", async () => {
    const { page, rows, callsOf } = await open({
      [preview]: (body) => {
        const { ReportId } = body as { ReportId: string };
        return { data: scriptedPreview(scriptedColumns, ReportId === "b" ? 3 : 20) };
      },
    });
    await rows.getByText("ProductTitle 19").waitFor();
    await page.getByRole("combobox", { name: "Report design" }).click();
    await page.getByRole("option", { name: "Monthly accounts" }).click();
    await rows.getByText("ProductTitle 19").waitFor({ state: "detached" });
    await rows.getByText("ProductTitle 2").waitFor();
    expect(callsOf(preview).at(-1)?.body).toMatchObject({ ReportId: "b", FileType: 2, SelectedOrderIds: [] });
    await page.getByText("Excel", { exact: true }).click();
    await expect.poll(() => callsOf(preview).at(-1)?.body).toMatchObject({ FileType: 1 });
  });

  it("says that there are no rows, and what to do", async () => {
    const { section } = await open({ [preview]: () => ({ data: scriptedPreview(scriptedColumns, 0) }) });
    await section.getByText("No rows with these choices").waitFor();
  });

  it("says that it can't be shown, and retries on request, and doesn't block Generate", async () => {
    let fails = true;
    const { page, rows, section } = await open({
      [preview]: () =>
        fails
          ? { status: 503, error: { code: "Busy", message: "The store platform isn't answering right now." } }
          : { data: scriptedPreview(scriptedColumns, 2) },
    });
    await section.getByText("We can't show the first rows. The store platform isn't answering right now.").waitFor();
    expect(await page.getByRole("button", { name: "Generate" }).isEnabled()).toBe(true);
    fails = false;
    await section.getByRole("button", { name: "Try again" }).click();
    await rows.getByText("ProductTitle 1").waitFor();
  });
});

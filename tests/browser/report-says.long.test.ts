import { describe, expect, it } from "vitest";
import type { ReportWithColumns } from "#domain/wire/reports/reports.ts";
import { expectAccessible } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import { withDesigns } from "./support/report-scenes.ts";
import { useScreens } from "./support/screens.ts";
import { account, job, pageState, type Script } from "./support/scripted-api.ts";
import { anyDesign } from "./support/scripted-previews.ts";

/** ADR 57: a report's range and filter are shown before it is generated, and afterwards. */
describe.runIf(hasChromium())("the description of a report", () => {
  const screens = useScreens();
  const lastMonth = { ...pageState.UserOrderFilters, order_date_range: 6 as const };

  it.each(["mouse", "keyboard"])("shows a file's content and its filter at the time on demand, by %s", async (by) => {
    const Filters = { ...lastMonth, report_filter_id: "f" };
    const Period = { From: "2026-09-30T21:00:00Z", To: "2026-10-31T22:00:00Z", Zone: "Europe/Athens" };
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      width: by === "mouse" ? 390 : 1440,
      script: {
        ...withDesigns,
        "reporting/getExportList": () => ({
          data: [
            job({
              Filters,
              Period,
              FilterTitle: "Wholesale",
              TestOrders: 3,
              FormulaFaults: [
                { Column: "Margin", Reads: "#REF!", Problem: null },
                { Column: "Net", Reads: "(not a formula)", Problem: "ROUND takes 2 arguments, not 1." },
              ],
            }),
          ],
        }),
        "reporting/getExportDetails": () => ({
          data: {
            Kept: true,
            Filter: { Conditions: ["Tags (Order): b2b"], Since: "changed", Erased: 0 },
            File: null,
          },
        }),
      },
    });
    await page.getByRole("button", { name: "Report exports" }).click();
    await page.getByText("3 of these orders are test orders.").waitFor();
    await page.getByText("1 formula column reads #REF!: “Margin”.").waitFor();
    await page.getByText("The formula of “Net” doesn't work: ROUND takes 2 arguments, not 1.").waitFor();
    expect(callsOf("reporting/getExportDetails")).toHaveLength(0);
    const details = page.getByRole("button", { name: "Details of Untitled1" });
    if (by === "mouse") await details.click();
    else {
      await tabTo(page, details);
      await page.keyboard.press("Enter");
    }
    for (const words of ["1 – 31 Oct 2026", "Europe/Athens", "412", "Untitled1 2026-11-20 140000.csv"])
      await page.getByText(words, { exact: true }).waitFor();
    const then = page.getByRole("list", { name: "The filter as it was" });
    expect(await then.getByRole("listitem").allInnerTexts()).toEqual(["Tags (Order): b2b"]);
    await page.getByText("The filter has changed since.").waitFor();
    await expectAccessible(page);
    await details.press("Enter");
    await then.waitFor({ state: "detached" });
  });

  it.each([1440, 390])("has the range's dates and the shop's time zone, %i px wide", async (width) => {
    const { page } = await screens.open("/Reports", {
      account,
      width,
      script: {
        ...withDesigns,
        "appData/getManualExport": () => ({ data: { ...pageState, UserOrderFilters: lastMonth } }),
      },
      clockFrom: "2026-11-20T10:00:00Z",
    });
    await page.getByText("1 – 31 Oct 2026, Europe/Athens time", { exact: true }).waitFor();
  });

  it("always offers to explain why a report may be empty, as specified", async () => {
    const { page } = await screens.open("/Reports", { account, script: withDesigns });
    await page.getByText("300 orders", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Why the report is empty?" }).waitFor();
  });

  it("warns if a formula of the design is wrong", async () => {
    const problem = "It needs “Price”, which is hidden. Show the column, or change the formula.";
    const path = "reports/get/with-columns/a";
    const read = anyDesign(path)?.data as ReportWithColumns;
    const columns = read.columns.map((column, at) =>
      at === 0 ? { ...column, Title: "Margin", FormulaProblem: problem } : column,
    );
    const script: Script = { ...withDesigns, [path]: () => ({ data: { ...read, columns } }) };
    const { page } = await screens.open("/Reports", { account, script });
    const warning = page.getByRole("status").filter({ hasText: `The formula of “Margin” is wrong. ${problem}` });
    await warning.waitFor();
    expect(await warning.getByRole("link", { name: "Open the design" }).getAttribute("href")).toMatch(
      /^\/Report\/Design\//,
    );
    await expectAccessible(page);
  });
});

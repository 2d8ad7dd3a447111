import { describe, expect, it } from "vitest";
import { expectAccessible } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { withDesigns } from "./support/report-scenes.ts";
import { useScreens } from "./support/screens.ts";
import { account, job, pageState } from "./support/scripted-api.ts";

describe.runIf(hasChromium())("Requesting a report", () => {
  const screens = useScreens();

  it("sends exactly the chosen values, shows the panel and confirms it", async () => {
    const running = job({ Status: 10, PublicUrl: null, Orders: null });
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      script: {
        ...withDesigns,
        "reporting/generateReport": () => ({ data: running }),
        "reporting/getExportList": () => ({ data: callsOf("reporting/generateReport").length ? [running] : [] }),
        "reporting/pollExportList": () => ({ data: [running] }),
      },
    });
    await page.getByRole("combobox", { name: "Report design" }).click();
    await page.getByRole("option", { name: "Monthly accounts" }).click();
    await page.getByRole("combobox", { name: "Date range" }).click();
    await page.getByRole("option", { name: "Last month" }).click();
    await page.getByText("300 orders", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Generate" }).click();
    await page.getByText("The report is generating").waitFor();
    await page.getByRole("heading", { name: "Report exports" }).waitFor();
    await page.getByText("Processing ...").waitFor();
    const filters = { ...pageState.UserOrderFilters, order_date_range: 6 };
    expect(callsOf("reporting/generateReport").map(({ body }) => body)).toEqual([
      { ReportId: "b", FileType: 2, UserOrderFilters: filters, SelectedOrderIds: [], EmptyExpected: false },
    ]);
    expect(callsOf("reporting/generateReport")[0]?.headers["x-command-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(callsOf("reporting/generateReport")[0]?.headers.authorization).toBe("Bearer token");
    await expect
      .poll(() => callsOf("appData/setManualExport").at(-1)?.body)
      .toEqual({ FileType: 2, ReportId: "b", UserOrderFilters: filters });
  });

  it("keeps the new request in the panel, and updates it, while the server's list is behind", async () => {
    const requested = job({ Status: 0, PublicUrl: null, Orders: null });
    let polls = 0;
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      script: {
        ...withDesigns,
        "reporting/generateReport": () => ({ data: requested }),
        "reporting/getExportList": () => ({ data: polls > 1 ? [job({})] : [] }),
        "reporting/pollExportList": () => {
          polls += 1;
          return { data: polls > 1 ? [job({})] : [] };
        },
      },
    });
    const listed = () => callsOf("reporting/getExportList").length;
    await page.getByRole("button", { name: "Generate" }).click();
    await expect.poll(listed).toBeGreaterThan(1);
    await page.getByText("Initializing ...").waitFor();
    await page.getByRole("link", { name: "download Untitled1" }).waitFor();
    expect(await page.locator("aside").getByRole("listitem").count()).toBe(1);
  });

  it("explains an empty report, before and when requesting one", async () => {
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      script: {
        ...withDesigns,
        "appData/getManualExport": () => ({
          data: { ...pageState, UserOrderFilters: { ...pageState.UserOrderFilters, order_date_range: 2 } },
        }),
        "orders/page-count": () => ({ data: { Count: 0, HasPostProcessFilters: false } }),
        "reporting/generateReport": () => ({
          status: 200,
          error: { code: "Full", message: "20 reports are already waiting." },
        }),
      },
    });
    await page.getByText("0 orders", { exact: true }).waitFor();
    await page.getByText("The file would contain only column titles.").waitFor();
    await page.getByRole("button", { name: "Why the report is empty?" }).click();
    await page.getByRole("dialog", { name: "Empty report" }).getByText("'Today'").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Generate" }).click();
    await page.getByText("20 reports are already waiting.").waitFor();
    expect(callsOf("reporting/generateReport")[0]?.body).toMatchObject({ EmptyExpected: true });
  });

  it("shows a failed count as failed, and one that filters may lower with <=", async () => {
    const failed = await screens.open("/Reports", {
      account,
      script: {
        ...withDesigns,
        "orders/page-count": () => ({ status: 503, error: { code: "Busy", message: "The store is busy." } }),
      },
    });
    await failed.page.getByText("The store is busy.").waitFor();
    await failed.page.getByRole("img", { name: "Warning" }).waitFor();
    const lowered = await screens.open("/Reports", {
      account,
      script: { ...withDesigns, "orders/page-count": () => ({ data: { Count: 7, HasPostProcessFilters: true } }) },
    });
    await lowered.page.getByText("<=7 orders", { exact: true }).waitFor();
    const tooltip = lowered.page.getByRole("tooltip", { name: /so the final number may be lower/ });
    // The count may be asked for once more while the page settles, and then its icon is a new one.
    await expect
      .poll(async () => {
        await lowered.page.getByRole("button", { name: /^Some conditions are checked only/ }).focus();
        await lowered.page.keyboard.press("Shift+Tab");
        await lowered.page.keyboard.press("Tab");
        return tooltip.waitFor({ timeout: 2_000 }).then(
          () => true,
          () => false,
        );
      })
      .toBe(true);
  });

  it("warns if there are too many orders for a page, only for HTML", async () => {
    const { page } = await screens.open("/Reports", {
      account,
      script: {
        ...withDesigns,
        "orders/page-count": () => ({ data: { Count: 120_000, HasPostProcessFilters: false } }),
      },
    });
    const warning = page.getByText("A page with this many orders may be slow in a browser.");
    await page.getByText("120,000 orders", { exact: true }).waitFor();
    expect(await warning.count()).toBe(0);
    await page.getByText("HTML", { exact: true }).click();
    await warning.waitFor();
    await expectAccessible(page);
    await page.getByText("Excel", { exact: true }).click();
    await expect.poll(() => warning.count()).toBe(0);
  });
});

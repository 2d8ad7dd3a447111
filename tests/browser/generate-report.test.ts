import { describe, expect, it } from "vitest";
import { hasChromium } from "./support/chromium.ts";
import { useScreens } from "./support/screens.ts";
import { account, design, job, pageState, type Script } from "./support/scripted-api.ts";

const withDesigns: Script = {
  "reports/get-reports": () => ({ data: [design("a", "Untitled1", 0), design("b", "Monthly accounts", 1)] }),
};

describe.runIf(hasChromium())("Generate report", () => {
  const screens = useScreens();

  it("guides a newcomer: one click makes a design, and it is chosen", async () => {
    const made: ReturnType<typeof design>[] = [];
    const { page, callsOf } = await screens.open("/reports", {
      account,
      script: {
        "reports/get-reports": () => ({ data: made }),
        "reports/create-new": () => {
          const report = design("new", "Untitled1", 0);
          made.push(report);
          return { data: report };
        },
      },
    });
    await page.getByText("Welcome to Sheaf").waitFor();
    expect(await page.getByRole("button", { name: "Generate" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Create a new design" }).click();
    await page.getByRole("combobox", { name: "Report design" }).filter({ hasText: "Untitled1" }).waitFor();
    await page.getByText("Welcome to Sheaf").waitFor({ state: "hidden" });
    await expect.poll(() => callsOf("appData/setManualExport").at(-1)?.body).toMatchObject({ ReportId: "new" });
  });

  it("requests exactly what is chosen, shows the panel and says so", async () => {
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
    await page.getByText("300 orders").waitFor();
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

  it("says how an empty report comes about, before and when requesting one", async () => {
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
          error: { code: "Full", message: "20 reports are waiting." },
        }),
      },
    });
    await page.getByText("0 orders").waitFor();
    await page.getByRole("button", { name: "Why the report is empty?" }).click();
    await page.getByRole("dialog", { name: "Empty report" }).getByText("'Today'").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Generate" }).click();
    await page.getByText("20 reports are waiting.").waitFor();
    expect(callsOf("reporting/generateReport")[0]?.body).toMatchObject({ EmptyExpected: true });
  });

  it("shows a failed count as what it is, and a count that filters may lower as at most", async () => {
    const failed = await screens.open("/Reports", {
      account,
      script: {
        ...withDesigns,
        "orders/page-count": () => ({ status: 503, error: { code: "Busy", message: "The store is busy." } }),
      },
    });
    await failed.page.getByText("The store is busy.").waitFor();
    const lowered = await screens.open("/Reports", {
      account,
      script: { ...withDesigns, "orders/page-count": () => ({ data: { Count: 7, HasPostProcessFilters: true } }) },
    });
    await lowered.page.getByText("<=7 orders").waitFor();
  });

  it("takes a custom range by keyboard, and waits for both days", async () => {
    const { page, callsOf } = await screens.open("/Reports", { account, script: withDesigns });
    await page.getByRole("combobox", { name: "Date range" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Custom");
    await page.keyboard.press("Enter");
    await page.getByText("Choose the first and the last day.").waitFor();
    expect(await page.getByRole("button", { name: "Generate" }).isDisabled()).toBe(true);
    await page.getByRole("group", { name: "From" }).getByRole("spinbutton").first().click();
    await page.keyboard.type("20260301");
    await page.getByRole("group", { name: "To" }).getByRole("spinbutton").first().click();
    await page.keyboard.type("20260331");
    await page.getByText("300 orders").waitFor();
    await expect
      .poll(() => callsOf("appData/setManualExport").at(-1)?.body)
      .toMatchObject({
        UserOrderFilters: { order_date_range: 1, order_date_from: "2026-03-01", order_date_to: "2026-03-31" },
      });
  });

  it("offers no day to come in a custom range, by the shop's own calendar", async () => {
    const { page } = await screens.open("/Reports", {
      account: { ...account, iana_timezone: "Pacific/Auckland" },
      // In Auckland the 21st has begun.
      clockFrom: "2026-11-20T12:00:00Z",
      script: {
        ...withDesigns,
        "appData/getManualExport": () => ({
          data: { ...pageState, UserOrderFilters: { ...pageState.UserOrderFilters, order_date_range: 1 } },
        }),
      },
    });
    await page
      .getByRole("group", { name: "From" })
      .getByRole("button", { name: /Choose date/ })
      .click();
    const calendar = page.getByRole("dialog");
    expect(await calendar.getByRole("gridcell", { name: "21", exact: true }).isEnabled()).toBe(true);
    expect(await calendar.getByRole("gridcell", { name: "22", exact: true }).isDisabled()).toBe(true);
    expect(await calendar.getByRole("button", { name: "Next month" }).isDisabled()).toBe(true);
    await calendar.getByRole("gridcell", { name: "21", exact: true }).click();
    await page.getByRole("group", { name: "To" }).getByRole("spinbutton").first().click();
    await page.keyboard.type("29990101");
    await page.getByText("Days that are yet to come cannot be chosen.").waitFor();
    expect(await page.getByRole("button", { name: "Generate" }).isDisabled()).toBe(true);
  });

  it("keeps the rest of a date while its year is typed anew", async () => {
    const chosen = { order_date_range: 1, order_date_from: "2026-03-01", order_date_to: "2026-03-31" };
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      script: {
        ...withDesigns,
        "appData/getManualExport": () => ({
          data: { ...pageState, UserOrderFilters: { ...pageState.UserOrderFilters, ...chosen } },
        }),
      },
    });
    await page.getByRole("group", { name: "From" }).getByRole("spinbutton", { name: "Year" }).click();
    await page.keyboard.type("2025", { delay: 50 });
    await expect
      .poll(() => callsOf("appData/setManualExport").at(-1)?.body)
      .toMatchObject({ UserOrderFilters: { ...chosen, order_date_from: "2025-03-01" } });
  });

  it("saves only the newest of several quick choices", async () => {
    const { page, callsOf } = await screens.open("/Reports", { account, script: withDesigns });
    for (const label of ["Today", "Yesterday", "Last 7 days"]) {
      await page.getByRole("combobox", { name: "Date range" }).click();
      await page.getByRole("option", { name: label }).click();
    }
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(callsOf("appData/setManualExport").at(-1)?.body).toMatchObject({
      UserOrderFilters: { order_date_range: 8 },
    });
  });
});

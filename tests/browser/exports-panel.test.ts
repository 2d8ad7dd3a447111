import { describe, expect, it } from "vitest";
import { expectAccessible } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import { everyExport, withDesigns, withExports } from "./support/report-scenes.ts";
import { useScreens } from "./support/screens.ts";
import { account, customFilter, job, pageState } from "./support/scripted-api.ts";
import { automationAddress, automationServer, pausedReport } from "./support/scripted-automations.ts";

const running = job({ Status: 11, Step: 3, MaxStep: 12, PublicUrl: null, Orders: null });

describe.runIf(hasChromium())("the panel 'Report exports'", () => {
  const screens = useScreens();

  it("opens and closes by keyboard, and returns the focus", async () => {
    const { page } = await screens.open("/Reports", { account });
    const button = page.getByRole("button", { name: "Report exports", exact: true });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByText("No report exports found. Try creating one at Reports").waitFor();
    await page.keyboard.press("Escape");
    await button.waitFor();
    await expect.poll(() => page.locator(":focus").getAttribute("id")).toBe("open-report-exports");
  });

  it("polls while an export is running, and stops after its end", async () => {
    let polls = 0;
    let ended = false;
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      clockFrom: "2026-11-20T10:05:00Z",
      script: {
        "reporting/getExportList": () => ({ data: [running] }),
        "reporting/pollExportList": () => {
          polls += 1;
          return { data: [ended ? job({}) : { ...running, Step: 6 }] };
        },
      },
    });
    await page.getByRole("button", { name: /1 in progress/ }).click();
    const bar = page.getByRole("progressbar", { name: "Progress of Untitled1: Retrieve Orders" });
    await expect.poll(() => bar.getAttribute("aria-valuenow")).toBe("50");
    ended = true;
    const link = page.getByRole("link", { name: "download Untitled1" });
    await link.waitFor();
    expect(await link.getAttribute("href")).toBe("/files/token/Untitled1.csv?down=1");
    await page.getByText("2026/11/20 12:05 · 300 orders").waitFor();
    await page.getByRole("status").filter({ hasText: "Untitled1 is ready" }).waitFor({ state: "attached" });
    expect(callsOf("reporting/pollExportList")[0]?.body).toEqual(["e1"]);
    // A minute of the page's time brings no further poll.
    const before = polls;
    await page.clock.runFor(60_000);
    expect(polls).toBe(before);
  });

  it("shows Canceling at once, and the previous status if it was too late", async () => {
    let release: () => void = () => {};
    const answered = new Promise<void>((done) => {
      release = done;
    });
    const { page } = await screens.open("/Reports", {
      account,
      script: {
        "reporting/getExportList": () => ({ data: [running] }),
        "reporting/pollExportList": () => ({ data: [running] }),
      },
    });
    await page.route(/cancelExport/, async (route) => {
      await answered;
      const nothing = { ErrorCode: null, ErrorMessage: null, ErrorDetails: null, ErrorHelp: null };
      await route.fulfill({ json: { Ok: true, Data: false, ...nothing } });
    });
    await page.getByRole("button", { name: /^Report exports/ }).click();
    await page.getByRole("button", { name: "Cancel Untitled1" }).click();
    await page.getByText("Canceling ...").waitFor();
    expect(await page.getByRole("button", { name: "Cancel Untitled1" }).count()).toBe(0);
    release();
    await page.getByText("Cannot cancel the report").waitFor();
    await page.getByText("Retrieve Orders").waitFor();
    await page.getByRole("button", { name: "Cancel Untitled1" }).waitFor();
  });

  it("shows how each export ended, and shares a link", async () => {
    const { page } = await screens.open("/Reports", {
      account,
      script: {
        "reporting/getExportList": () => ({
          data: [
            job({ ReportExportId: "1" }),
            job({ ReportExportId: "2", Status: -1, FailedReason: "The store refused.", PublicUrl: null }),
            job({ ReportExportId: "3", Status: -2, PublicUrl: null }),
            job({ ReportExportId: "4", Expired: true, PublicUrl: null }),
            job({ ReportExportId: "5", ReportTitle: "Nothing", EmptyExpected: true, Orders: 0 }),
          ],
        }),
      },
    });
    await page.getByRole("button", { name: "Report exports" }).click();
    await page.getByText("The store refused.").waitFor();
    await page.getByText("User canceled report").waitFor();
    await page.getByText("The file was kept until 2026/11/27 12:05 and then removed.").waitFor();
    await page.locator("aside").getByRole("button", { name: "Why the report is empty?" }).click();
    await page.getByRole("dialog", { name: "Empty report" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "share Untitled1" }).click();
    await page.getByText("The report link is copied to clipboard").waitFor();
    const address = new URL("/files/token/Untitled1.csv", page.url()).href;
    expect(await page.getByLabel("Report link").inputValue()).toBe(address);
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(address);
  });

  it("schedules a report with the same design, filter and format, by keyboard", async () => {
    const { script } = automationServer();
    const report = { ...pageState.UserOrderFilters, report_filter_id: "f1" };
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      script: {
        ...script,
        "automations/create-new": () => ({ data: pausedReport }),
        "reporting/getExportList": () => ({
          data: [job({ ReportId: "d1", ReportTitle: "Order lines", Filters: report, FilterTitle: "Paid orders" })],
        }),
      },
    });
    await page.getByRole("button", { name: "Report exports" }).click();
    const schedule = page.locator("aside").getByRole("button", { name: "Schedule this : Order lines" });
    await schedule.waitFor();
    await expectAccessible(page);
    await tabTo(page, schedule);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname === automationAddress);
    expect(callsOf("automations/create-new").map(({ body }) => body)).toEqual([
      { report_id: "d1", report_filter_id: "f1", file_type: 2 },
    ]);
    await page.getByRole("switch", { name: "Paused" }).waitFor();
  });

  it("doesn't schedule what no automated report can be: its design or filter is gone, or its orders were chosen", async () => {
    const { script } = automationServer();
    const of = (report_filter_id: string | null) => ({ ...pageState.UserOrderFilters, report_filter_id });
    const { page } = await screens.open("/Reports", {
      account,
      script: {
        ...script,
        "filters/get-filters": () => ({
          data: [customFilter, { id: "f1", title: "Paid orders", ordering: 1, order_filter_view: 0 }],
        }),
        "reporting/getExportList": () => ({
          data: [
            job({ ReportExportId: "1", ReportId: "gone", Filters: of("f1") }),
            job({ ReportExportId: "2", ReportId: "d1", Filters: of("gone") }),
            job({ ReportExportId: "3", ReportId: "d1", Filters: of("custom") }),
            job({ ReportExportId: "4", ReportId: "d1", Filters: of(null), ChosenOrders: 3 }),
            job({ ReportExportId: "5", Filters: of(null) }),
            job({ ReportExportId: "6", ReportId: "d1", Filters: of(null), Status: -1, PublicUrl: null }),
            job({ ReportExportId: "7", ReportId: "d1", ReportTitle: "Order lines", Filters: of(null) }),
          ],
        }),
      },
    });
    await page.getByRole("button", { name: "Report exports" }).click();
    const schedule = page.locator("aside").getByRole("button", { name: /^Schedule this/ });
    await schedule.waitFor();
    expect(await schedule.evaluateAll((all) => all.map((one) => one.closest("li")?.id))).toEqual(["export-7"]);
  });

  it.each([
    [0, "Initializing ..."],
    [10, "Processing ..."],
    [11, "Retrieve Orders"],
    [12, "Format Data"],
    [13, "Construct Report"],
    [14, "Construct Report (Images)"],
    [15, "Construct Report (Data)"],
    [16, "Upload Report"],
    [17, "Send file"],
    [50, "Canceling ..."],
  ])("shows status %i as '%s', with an indeterminate bar while both steps are 0", async (Status, label) => {
    const one = job({ Status, PublicUrl: null, Orders: null });
    const { page } = await screens.open("/Reports", {
      account,
      script: {
        "reporting/getExportList": () => ({ data: [one] }),
        "reporting/pollExportList": () => ({ data: [one] }),
      },
    });
    await page.getByRole("button", { name: /1 in progress/ }).click();
    await page.getByText(label, { exact: true }).waitFor();
    const bar = page.getByRole("progressbar", { name: `Progress of Untitled1: ${label}` });
    expect(await bar.getAttribute("aria-valuenow")).toBeNull();
    expect(await page.getByRole("button", { name: "Cancel Untitled1" }).count()).toBe(Status === 50 ? 0 : 1);
  });

  it("counts running exports on its floating button, also after a reload", async () => {
    const { page } = await screens.open("/Reports", { account, script: withExports });
    await page.getByRole("button", { name: "Report exports , 3 in progress" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Report exports , 3 in progress" }).click();
    await page.getByText("Retrieve Orders").waitFor();
  });

  it("says that an export is canceling", async () => {
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      script: {
        "reporting/getExportList": () => ({ data: [running] }),
        "reporting/pollExportList": () => ({ data: [running] }),
        "reporting/cancelExport": () => ({ data: true }),
      },
    });
    await page.getByRole("button", { name: /^Report exports/ }).click();
    await tabTo(page, page.getByRole("button", { name: "Cancel Untitled1" }));
    await page.keyboard.press("Enter");
    await page.getByText("The report is canceling").waitFor();
    await page.getByText("Canceling ...").waitFor();
    expect(callsOf("reporting/cancelExport").map(({ body }) => body)).toEqual(["e1"]);
  });

  it("retries a failed report, and shows the new one on top", async () => {
    const failed = job({ ReportExportId: "old", Status: -1, FailedReason: "The store refused.", PublicUrl: null });
    const again = job({ ReportExportId: "new", Status: 10, PublicUrl: null, Orders: null });
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      script: {
        "reporting/getExportList": () => ({
          data: callsOf("reporting/retryExport").length ? [again, failed] : [failed],
        }),
        "reporting/retryExport": () => ({ data: again }),
        "reporting/pollExportList": () => ({ data: [again] }),
      },
    });
    await page.getByRole("button", { name: "Report exports" }).click();
    await tabTo(page, page.getByRole("button", { name: "Run again : Untitled1" }));
    await page.keyboard.press("Enter");
    await page.getByText("The report is generating").waitFor();
    await page.getByText("Processing ...").waitFor();
    expect(callsOf("reporting/retryExport").map(({ body }) => body)).toEqual(["old"]);
    expect(await page.locator("aside").getByRole("listitem").count()).toBe(2);
  });

  it("offers to log in again, by keyboard, only if the store withdrew its permission", async () => {
    const failed = (id: string, FailedCode: string) =>
      job({ ReportExportId: id, ReportTitle: id, Status: -1, FailedReason: "No.", FailedCode, PublicUrl: null });
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      script: {
        "reporting/getExportList": () => ({ data: [failed("withdrawn", "access-denied"), failed("busy", "internal")] }),
        // The login stops here, before it leaves for the store.
        "account/login": () => "no answer yet",
      },
    });
    await page.getByRole("button", { name: "Report exports" }).click();
    await page.getByRole("button", { name: "Run again : busy" }).waitFor();
    await page.getByRole("button", { name: "Run again : withdrawn" }).waitFor();
    const link = page.getByRole("link", { name: "Log in again" });
    expect(await link.count()).toBe(1);
    await tabTo(page, link);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Going to your store" }).waitFor();
    expect(callsOf("account/login").map(({ body }) => body)).toEqual([{ ShopName: "Aurora" }]);
  });

  it("shows the server's message if it refuses a retry", async () => {
    const failed = job({ Status: -1, FailedReason: "The store refused.", PublicUrl: null });
    const { page } = await screens.open("/Reports", {
      account,
      script: {
        "reporting/getExportList": () => ({ data: [failed] }),
        "reporting/retryExport": () => ({
          status: 200,
          error: { code: "Full", message: "20 reports are already waiting." },
        }),
      },
    });
    await page.getByRole("button", { name: "Report exports" }).click();
    await page.getByRole("button", { name: /^Run again/ }).click();
    await page.getByText("20 reports are already waiting.").waitFor();
    await page.getByRole("button", { name: /^Run again/ }).waitFor();
  });

  it("offers Excel, CSV and XML to download, and HTML to view", async () => {
    const { page } = await screens.open("/Reports", {
      account,
      script: {
        "reporting/getExportList": () => ({
          data: ["Html", "Excel", "Csv", "Xml"].map((name, Filetype) =>
            job({
              ReportExportId: name,
              ReportTitle: name,
              Filetype,
              PublicUrl: `/files/token/${name}`,
              Bytes: 48_213,
            }),
          ),
        }),
      },
    });
    await page.getByRole("button", { name: "Report exports" }).click();
    for (const name of ["Excel", "Csv", "Xml"]) {
      const link = page.getByRole("link", { name: `download ${name}` });
      expect(await link.getAttribute("href")).toBe(`/files/token/${name}?down=1`);
      await page.getByRole("img", { name: new RegExp(`^${name} file$`, "i") }).waitFor();
    }
    const view = page.getByRole("link", { name: "view in browser Html" });
    expect(await view.getAttribute("href")).toBe("/files/token/Html");
    expect(await view.getAttribute("target")).toBe("_blank");
    expect(await page.getByRole("link", { name: "download Html" }).count()).toBe(0);
    expect(await page.getByRole("link", { name: /^view in browser/ }).count()).toBe(1);
    expect(await page.getByText("2026/11/20 12:05 · 300 orders · 48 kB").count()).toBe(4);
  });

  it.each(["mouse", "keyboard"])(
    "tells exports of one design apart, and says who can open a link before sharing, by %s",
    async (by) => {
      const recent = { ...pageState.UserOrderFilters, order_date_range: 9 as const, report_filter_id: "f" };
      const { page } = await screens.open("/Reports", {
        account,
        script: {
          ...withDesigns,
          "reporting/getExportList": () => ({
            data: [
              job({ ReportExportId: "a", Filetype: 1, Filters: recent, FilterTitle: "Wholesale" }),
              job({ ReportExportId: "b", Filetype: 3, Filters: recent, ChosenOrders: 3 }),
            ],
          }),
        },
      });
      const open = page.getByRole("button", { name: "Report exports" });
      if (by === "mouse") await open.click();
      else {
        await tabTo(page, open);
        await page.keyboard.press("Enter");
      }
      const list = page.getByRole("list", { name: "Report exports" }).getByRole("listitem");
      await list.nth(0).getByText("Excel · Last 30 days · Wholesale", { exact: true }).waitFor();
      await list.nth(1).getByText("XML · 3 chosen orders · filtered", { exact: true }).waitFor();
      const share = list.nth(0).getByRole("button", { name: "share Untitled1" });
      // It is shown before anything is copied, and screen readers read it with the button.
      const readers = "Anyone with the link can open it until 2026/11/27 12:05.";
      await list.nth(0).getByText(readers).waitFor();
      expect(await list.nth(0).getByLabel("Report link").count()).toBe(0);
      const describedBy = (await share.getAttribute("aria-describedby")) ?? "";
      expect(await page.locator(`[id="${describedBy}"]`).innerText()).toBe(readers);
      if (by === "mouse") await share.click();
      else {
        await tabTo(page, share);
        await page.keyboard.press("Enter");
      }
      await list.nth(0).getByLabel("Report link").waitFor();
    },
  );

  it("explains an empty report by its own choices, not by those of the page", async () => {
    const Filters = { ...pageState.UserOrderFilters, order_date_range: 3 as const };
    const { page } = await screens.open("/Reports", {
      account,
      script: {
        ...withDesigns,
        "reporting/getExportList": () => ({ data: [job({ EmptyExpected: true, Orders: 0, Filters })] }),
      },
    });
    await page.getByRole("button", { name: "Report exports" }).click();
    await page.locator("aside").getByRole("button", { name: "Why the report is empty?" }).click();
    const dialog = page.getByRole("dialog", { name: "Empty report" });
    await dialog.getByText("The date range is 'Yesterday'").waitFor();
    await dialog.getByText("The range is Thu 19 Nov 2026.").waitFor();
  });

  it("reloads the list on Refresh, and shows the server's error with a retry", async () => {
    let broken = false;
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      script: {
        "reporting/getExportList": () =>
          broken
            ? {
                status: 500,
                error: { code: "Broken", message: "The server can't read its data right now. Try again later." },
              }
            : { data: [] },
      },
    });
    await page.getByRole("button", { name: "Report exports" }).click();
    await page.getByText("No report exports found. Try creating one at Reports").waitFor();
    broken = true;
    const before = callsOf("reporting/getExportList").length;
    await page.getByRole("button", { name: "Refresh Report exports" }).click();
    await page.getByText("The server can't read its data right now. Try again later.").waitFor();
    expect(callsOf("reporting/getExportList").length).toBeGreaterThan(before);
    broken = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("No report exports found.").waitFor();
    await page.getByRole("button", { name: "Close Report exports" }).click();
    await page.getByRole("button", { name: "Report exports", exact: true }).waitFor();
  });

  it("shows the error of a failed poll", async () => {
    const { page } = await screens.open("/Reports", {
      account,
      script: {
        "reporting/getExportList": () => ({ data: [running] }),
        "reporting/pollExportList": () => ({ status: 500, error: { code: "Broken", message: "Progress is unknown." } }),
      },
    });
    await page.getByText("Progress is unknown.").waitFor();
  });

  it("covers a phone's whole screen, and blocks the page beneath", async () => {
    const { page } = await screens.open("/Reports", {
      account,
      width: 390,
      height: 844,
      script: { ...withDesigns, "reporting/getExportList": () => ({ data: everyExport.slice(3) }) },
    });
    await page.getByRole("button", { name: /^Report exports/ }).click();
    await page.getByRole("heading", { name: "Report exports" }).waitFor();
    const beneath = page.getByRole("radio", { name: "Excel", includeHidden: true });
    const reached = await beneath.evaluate((radio: HTMLElement) => {
      radio.focus();
      return radio.matches(":focus");
    });
    expect(reached).toBe(false);
    expect(await page.locator("aside").evaluate((panel) => panel.getBoundingClientRect().width)).toBe(390);
  });
});

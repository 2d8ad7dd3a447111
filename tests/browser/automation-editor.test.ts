import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { automationEditors, choose, planned } from "./support/automation-editor.ts";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import { useScreens } from "./support/screens.ts";
import { account, job } from "./support/scripted-api.ts";
import {
  activeReport,
  automationAddress,
  automationServer,
  pausedReport,
  sampleScript,
  toFtp,
  toMail,
} from "./support/scripted-automations.ts";
import { emptyFilter } from "./support/scripted-filters.ts";
import { run, runTry } from "./support/scripted-history-of-runs.ts";

const failing = {
  ...activeReport,
  status: 4 as const,
  failed_tries: 2,
  failed_reason: "The server refused the login.",
};
const suspended = { ...failing, status: 3 as const, failed_tries: 5, next_execution: null };
const skipped = {
  Count: 3,
  Period: { From: "2026-11-16T22:00:00.000Z", To: "2026-11-19T22:00:00.000Z" },
  Waiting: 0,
  MayHaveEach: true,
  One: [{ From: "2026-11-16T22:00:00.000Z", To: "2026-11-19T22:00:00.000Z" }],
  Each: 3,
};

describe.runIf(hasChromium())("the editor of an automated report", () => {
  const screens = useScreens();
  const show = automationEditors(screens);

  it("shows when the next reports are made and what each covers, in the shop's time zone, and is accessible", async () => {
    const { page } = await show({ automation: activeReport });
    await page.getByText("Next report: 2026/11/21 00:01.").waitFor();
    const list = page.getByRole("list", { name: "The next reports and what each covers" });
    expect(await list.getByRole("listitem").allInnerTexts()).toEqual([
      "Sat 2026/11/21 00:01\nCovers 20 Nov 2026",
      "Sun 2026/11/22 00:01\nCovers 21 Nov 2026",
      "Mon 2026/11/23 00:01\nCovers 22 Nov 2026",
      "Tue 2026/11/24 00:01\nCovers 23 Nov 2026",
      "Wed 2026/11/25 00:01\nCovers 24 Nov 2026",
    ]);
    await page.getByText("Times in your shop's time zone, Europe/Athens.").waitFor();
    expect(await page.title()).toContain("Edit Automated report");
    await expectAccessible(page);
    await expectFitsTelephone(page);
  });

  it("saves each change at once, and reloads the plan", async () => {
    const { page, saved, callsOf, server } = await show();
    const read = callsOf("automations/automation-info/a1").length;
    await choose(page, "Frequency", "Weekly on a day of your choice");
    await page.getByRole("radio", { name: "Friday" }).check();
    await expect.poll(() => saved().at(-1)).toMatchObject({ schedule: 7, custom_weekly_day: 5 });
    await expect.poll(() => callsOf("automations/automation-info/a1").length).toBeGreaterThan(read);
    await page.getByRole("checkbox", { name: "Delay execution" }).check();
    await expect.poll(() => server.automation.delay_automation).toBe(1);
    await choose(page, "Delay", "2 days");
    await expect.poll(() => server.automation.delay_automation).toBe(48);
    await page.getByRole("checkbox", { name: "Delay execution" }).uncheck();
    await expect.poll(() => server.automation.delay_automation).toBe(0);
    await page.getByRole("textbox", { name: "Title" }).fill("Orders for Berlin");
    await expect.poll(() => server.automation.title).toBe("Orders for Berlin");
    await page.getByText("Saved", { exact: true }).waitFor();
  });

  it("has no filter at first, can't start until one is chosen, and can create 'All orders' in the field", async () => {
    const allOrders = { ...emptyFilter, id: "all", title: "All orders" };
    const { page, saved, callsOf } = await show({
      automation: { ...pausedReport, report_filter_id: "" },
      change: { "filters/create-new": () => ({ data: allOrders }) },
    });
    const why = "Choose a filter. Until then this automated report can't start.";
    const filter = page.getByRole("combobox", { name: "Filter", exact: true });
    await page.getByText(why, { exact: true }).waitFor();
    expect(await page.getByRole("link", { name: "Edit this filter" }).count()).toBe(0);
    await page.getByRole("button", { name: "Start automated report" }).first().click();
    await page.getByRole("alert").filter({ hasText: why }).waitFor();
    expect(saved()).toEqual([]);
    await expectAccessible(page);
    await expect.poll(() => filter.evaluate((one) => one.matches(":focus"))).toBe(true);
    await filter.click();
    await page.getByRole("option", { name: /^All orders/ }).click();
    await expect.poll(() => saved().at(-1)?.report_filter_id).toBe("all");
    expect(callsOf("filters/create-new").map(({ body }) => body)).toEqual([{ Title: "All orders" }]);
    await expect.poll(() => page.getByText(why, { exact: true }).count()).toBe(0);
  });

  it("plans nothing without a filter, and leads from the button at the end of the page to that field", async () => {
    const { page } = await show({ automation: { ...pausedReport, report_filter_id: "" } });
    await page.getByText("No report is planned until you choose a filter.").waitFor();
    const plan = page.getByRole("list", { name: "The next reports and what each covers" });
    expect(await plan.count()).toBe(0);
    const filter = page.getByRole("combobox", { name: "Filter", exact: true });
    const isInView = () =>
      filter.evaluate((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top > 0 && bottom < innerHeight;
      });
    await page.setViewportSize({ width: 1000, height: 500 });
    await page.getByRole("button", { name: "Start automated report" }).last().scrollIntoViewIfNeeded();
    expect(await isInView()).toBe(false);
    await page.getByRole("button", { name: "Start automated report" }).last().click();
    await expect.poll(() => filter.evaluate((one) => one.matches(":focus"))).toBe(true);
    expect(await isInView()).toBe(true);
    await choose(page, "Filter", "Paid orders");
    await plan.waitFor();
  });

  it("has only the fields for the chosen frequency", async () => {
    const { page } = await show();
    const time = page.getByRole("group", { name: "Time" });
    await time.waitFor();
    await choose(page, "Frequency", "Every 6 hours");
    await expect.poll(() => time.count()).toBe(0);
    await choose(page, "Frequency", "Monthly on a day of your choice");
    await time.waitFor();
    await choose(page, "Day of the month", "31");
    await page.getByText("Shorter months use their last day.").waitFor();
    expect(await page.getByRole("radiogroup", { name: "Day of the week" }).count()).toBe(0);
  });

  it("aligns all fields left, and stacks the days of the week on a phone", async () => {
    const { page } = await show({ automation: { ...pausedReport, schedule: 7 } });
    const leftOf = async (of: Locator) => (await of.boundingBox())?.x ?? Number.NaN;
    const time = page.getByRole("group", { name: "Time" });
    const day = (name: string) => page.getByRole("radio", { name });
    const boxOf = (of: Locator) => of.locator("xpath=ancestor::label//*[name()='svg']").first();
    const tick = await leftOf(boxOf(page.getByRole("checkbox", { name: "Delay execution" })));
    expect(Math.abs((await leftOf(boxOf(day("Monday")))) - tick)).toBeLessThanOrEqual(2);
    const widthOf = async (of: Locator) => (await of.boundingBox())?.width ?? Number.NaN;
    const frequency = page.getByRole("combobox", { name: "Frequency" }).locator("..");
    expect(Math.abs((await widthOf(time)) - (await widthOf(frequency)))).toBeLessThanOrEqual(2);
    await page.setViewportSize({ width: 390, height: 844 });
    const lefts = await Promise.all(["Monday", "Wednesday", "Friday", "Sunday"].map((name) => leftOf(day(name))));
    expect(new Set(lefts).size).toBe(1);
  });

  it("accepts a typed time of day", async () => {
    const { page, server } = await show();
    await page.getByRole("spinbutton", { name: "Hours" }).click();
    await page.keyboard.type("1845");
    await expect.poll(() => server.automation.custom_hour).toBe(18 * 60 + 45);
  });

  it("starts today if the start date is switched on, and ends a month later", async () => {
    const { page, server } = await show();
    await page.getByRole("switch", { name: "Start date" }).check();
    await expect.poll(() => server.automation.starts_from).toBe("2026-11-20");
    await page.getByRole("switch", { name: "End date" }).check();
    await expect.poll(() => server.automation.ends_to).toBe("2026-12-20");
    await page.getByRole("switch", { name: "End date" }).uncheck();
    await expect.poll(() => server.automation.ends_to).toBeNull();
  });

  it("refuses past days, both in the calendar and typed", async () => {
    const { page, server, saved } = await show();
    await page.getByRole("switch", { name: "Start date" }).check();
    await expect.poll(() => server.automation.starts_from).toBe("2026-11-20");
    await page.getByRole("button", { name: /^Choose date: First day/ }).click();
    const calendar = page.getByRole("dialog", { name: "First day" });
    const day = (name: string) => calendar.getByRole("gridcell", { name, exact: true });
    expect(await Promise.all(["19", "20", "21"].map((name) => day(name).isDisabled()))).toEqual([true, false, false]);
    expect(await calendar.getByRole("button", { name: "Previous month" }).isDisabled()).toBe(true);
    await day("24").click();
    await expect.poll(() => server.automation.starts_from).toBe("2026-11-24");

    const first = page.getByRole("group", { name: "First day" });
    await first.getByRole("spinbutton", { name: "Day" }).click();
    await page.keyboard.type("19");
    await page.getByText("The start date can be today or later. Choose another day.").waitFor();
    await page.getByText("Not saved", { exact: true }).waitFor();
    await first.getByRole("spinbutton", { name: "Day" }).click();
    await page.keyboard.type("20");
    await expect.poll(() => server.automation.starts_from).toBe("2026-11-20");
    expect(saved().filter(({ starts_from }) => starts_from !== null && starts_from < "2026-11-20")).toEqual([]);
  });

  it("shows an error at its field and saves the rest", async () => {
    const { page, server } = await show();
    const title = page.getByRole("textbox", { name: "Title" });
    await title.fill("");
    await page.getByText("An automated report needs a title. Enter one.").waitFor();
    await page.getByRole("checkbox", { name: "Export empty reports" }).uncheck();
    await expect.poll(() => server.automation.export_empty_reports).toBe(false);
    expect(server.automation.title).toBe("Orders for the warehouse");
    const note = page.getByRole("status").filter({ hasText: /^Not saved$/ });
    await note.waitFor();
    // Red is for a save that failed.
    expect(await note.locator("svg").count()).toBe(1);
    expect(await note.locator(".MuiSvgIcon-colorError").count()).toBe(0);
  });

  it("shows an error from the server at its field", async () => {
    const details = JSON.stringify([
      { field: "report_id", message: "This report design can't be found. Choose another one." },
    ]);
    const { page } = await show({
      change: {
        "automations/update-automation": () => ({ status: 400, error: { code: "invalid", message: "No.", details } }),
      },
    });
    await choose(page, "Report design", "Stock");
    await page.getByText("This report design can't be found. Choose another one.").waitFor();
  });

  it("starts and pauses by switch and by button", async () => {
    const { page, saved, callsOf } = await show();
    expect(await page.getByRole("button", { name: "Test run" }).getAttribute("title")).toBe(
      "Start the automated report to make a test run",
    );
    expect(await page.getByRole("button", { name: "Test run" }).isDisabled()).toBe(true);
    await tabTo(page, page.getByRole("button", { name: "Test run" }));
    await page.keyboard.press("Enter");
    await page.getByText("Start the automated report to make a test run", { exact: true }).waitFor();
    expect(callsOf("automations/test-automation/")).toEqual([]);
    await page.getByRole("button", { name: "Start automated report" }).click();
    await expect.poll(() => saved().at(-1)?.status).toBe(0);
    await page.getByRole("switch", { name: "Active" }).click();
    await expect.poll(() => saved().at(-1)?.status).toBe(1);
    await page.getByRole("button", { name: "Start automated report" }).waitFor();
    await page.getByRole("switch", { name: "Paused" }).waitFor();
  });

  it("stays paused if it can't be started, and says why", async () => {
    const { page } = await show({
      change: {
        "automations/update-automation": () => ({
          status: 400,
          error: { code: "invalid", message: "This filter can't be found. Choose another one." },
        }),
      },
    });
    await page.getByRole("button", { name: "Start automated report" }).click();
    await page.getByRole("alert").filter({ hasText: "This filter can't be found." }).first().waitFor();
    await page.getByRole("switch", { name: "Paused" }).waitFor();
    expect(await page.getByText("Not saved", { exact: true }).count()).toBe(0);
  });

  it.each([
    ["No report", "nothing"],
    ["One report", "one"],
    ["One report for each", "each"],
  ])("asks what to do about the skipped time: %s", async (name, CatchUp) => {
    const { page, callsOf } = await show({ info: { Skipped: skipped } });
    await page.getByRole("switch", { name: "Paused" }).click();
    const dialog = page.getByRole("dialog", { name: "What about the time that was skipped?" });
    await dialog.getByText("3 reports were skipped while this was paused, for 17 – 19 Nov 2026.").waitFor();
    await expectAccessible(page);
    await dialog.getByText(name, { exact: true }).click();
    await dialog.getByRole("button", { name: "Start automated report" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect(callsOf("automations/start").map(({ body }) => body)).toEqual([{ id: "a1", CatchUp }]);
    await page.getByRole("switch", { name: "Active" }).waitFor();
  });

  it("names the period of the report after a stop, including the failed one", async () => {
    const whole = { From: "2026-11-15T22:00:00.000Z", To: "2026-11-19T22:00:00.000Z" };
    const { page } = await show({ automation: suspended, info: { Skipped: { ...skipped, One: [whole], Each: 4 } } });
    await page.getByRole("button", { name: "Start automated report" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("3 reports were skipped while this was suspended, for 17 – 19 Nov 2026.").waitFor();
    await dialog.getByText("It covers 16 – 19 Nov 2026, including the time of the report that failed.").waitFor();
    await dialog.getByText("4 reports, one after another, starting with what failed.").waitFor();
  });

  it("says how many skipped reports were still waiting, and names the gaps between sent ones", async () => {
    const One = [
      { From: "2026-11-09T22:00:00.000Z", To: "2026-11-11T22:00:00.000Z" },
      { From: "2026-11-18T22:00:00.000Z", To: "2026-11-19T22:00:00.000Z" },
    ];
    const { page } = await show({ info: { Skipped: { ...skipped, Waiting: 2, One } } });
    await page.getByRole("switch", { name: "Paused" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("2 of them hadn't been made yet.").waitFor();
    await dialog.getByText("2 reports", { exact: true }).waitFor();
    await dialog
      .getByText("Other reports went out in between, so there is one for each gap: 10 – 11 Nov 2026; 19 Nov 2026.")
      .waitFor();
  });

  it("stays paused if that question isn't answered", async () => {
    const { page, callsOf, saved } = await show({ info: { Skipped: skipped } });
    await page.getByRole("switch", { name: "Paused" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("switch", { name: "Paused" }).waitFor();
    expect([callsOf("automations/start"), saved()]).toEqual([[], []]);
  });

  it("shows a warning while it fails, with the reason and the next attempt", async () => {
    const { page } = await show({
      automation: failing,
      // The run is open while it waits.
      info: { RetryAt: "2026-11-20T12:10:00.000Z", UnderWay: { RunId: "r1", Cause: "slot" } },
    });
    const banner = page.getByRole("alert").filter({ hasText: "The automated report is experiencing problems." });
    expect(await banner.innerText()).toContain("The server refused the login.");
    expect(await banner.innerText()).toContain("Next attempt: 2026/11/20 14:10.");
    await page.getByText("Active, trying again", { exact: true }).waitFor();
    await page.getByRole("status").filter({ hasText: "Next attempt: 2026/11/20 14:10." }).waitFor();
    await expectAccessible(page);
  });

  it("retries at once by the button in the warning, after saving", async () => {
    const { page, callsOf } = await show({
      automation: failing,
      info: { RetryAt: "2026-11-20T12:10:00.000Z", UnderWay: { RunId: "r1", Cause: "slot" } },
    });
    const banner = page.getByRole("alert").filter({ hasText: "The automated report is experiencing problems." });
    await tabTo(page, banner.getByRole("button", { name: "Try now" }));
    await page.keyboard.press("Enter");
    await page.getByText("The report is being tried again", { exact: true }).waitFor();
    expect(callsOf("automations/try-now").map(({ body }) => body)).toEqual(["a1"]);
    await expect.poll(() => banner.evaluate((one) => one === document.activeElement)).toBe(true);
  });

  it("says that we keep trying, and nothing needs changing, while our mail server has a problem", async () => {
    const failed_reason =
      "Our mail server has a problem, so the report couldn't be sent. You don't need to change anything.";
    const { page } = await show({
      automation: { ...activeReport, failed_reason },
      info: { RetryAt: "2026-11-20T12:10:00.000Z", UnderWay: { RunId: "r1", Cause: "slot" } },
    });
    const banner = page.getByRole("alert").filter({ hasText: "The report hasn't been sent yet. We'll keep trying." });
    expect(await banner.innerText()).toContain(failed_reason);
    expect(await banner.innerText()).toContain("Next attempt: 2026/11/20 14:10.");
    await page.getByText("Active", { exact: true }).waitFor();
    await expectAccessible(page);
  });

  it("says that it is stopped after five failures, and restarts with one report for all of the time", async () => {
    const { page, callsOf } = await show({ automation: suspended });
    const banner = page
      .getByRole("alert")
      .filter({ hasText: "The automated report is stopped due to many consecutive errors." });
    expect(await banner.innerText()).toContain("The server refused the login.");
    expect(await banner.innerText()).toContain("Fix the cause, then start the report.");
    await page.getByText("Suspended", { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Start automated report" }).click();
    await expect
      .poll(() => callsOf("automations/start").map(({ body }) => body))
      .toEqual([{ id: "a1", CatchUp: "one" }]);
  });

  it.each([
    [2 as const, "Expired", "The end date has passed. Choose a later one to continue."],
    [5 as const, "Suspended, trying again", "The report is being tried again."],
  ])("describes its status: %s", async (status, word, sentence) => {
    const UnderWay = status === 5 ? ({ RunId: "r1", Cause: "retry" } as const) : null;
    const { page } = await show({ automation: { ...activeReport, status }, info: { UnderWay } });
    await page.getByText(word, { exact: true }).waitFor();
    await page.getByText(sentence, { exact: true }).waitFor();
  });

  it("asks before a test run mails the recipients, requests it and confirms that", async () => {
    const { page, callsOf } = await show({
      automation: {
        ...activeReport,
        ReportDestination: {
          ...toMail,
          Email: toMail.Email && { ...toMail.Email, ToMail: "ann@aurora.example; bob@aurora.example" },
        },
      },
    });
    await tabTo(page, page.getByRole("button", { name: "Test run" }));
    await page.keyboard.press("Enter");
    const question = page.getByRole("dialog", { name: "Send a test to the recipients?" });
    await question.getByText(/to ann@aurora\.example and bob@aurora\.example\.$/).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await question.waitFor({ state: "hidden" });
    expect(callsOf("automations/test-automation/")).toEqual([]);
    await page.keyboard.press("Enter");
    await question.getByRole("button", { name: "Send test" }).click();
    await page.getByText("The Automated Report test run is requested").waitFor();
    expect(callsOf("automations/test-automation/").map(({ body }) => body)).toEqual(["a1"]);
  });

  it("shows a sample's mail before it is sent to the shop alone, though the report is paused, by keyboard", async () => {
    const { page, callsOf } = await show({ change: sampleScript() });
    await tabTo(page, page.getByRole("button", { name: "Send me a sample" }));
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Send me a sample" });
    await dialog.getByText("Orders for the warehouse, 19 Nov 2026", { exact: true }).waitFor();
    await dialog
      .getByText("Orders for the warehouse 2026-11-20 0001.xlsx, 48 kB, 12 orders", { exact: true })
      .waitFor();
    await dialog
      .getByRole("region", { name: "Message of the e-mail" })
      .getByText(/It was sent to you only\.$/)
      .waitFor();
    await expectAccessible(page);
    expect(callsOf("automations/make-sample").map(({ body }) => body)).toEqual(["a1"]);
    expect(callsOf("automations/send-sample")).toEqual([]);
    await tabTo(page, dialog.getByRole("button", { name: "Send sample" }));
    await page.keyboard.press("Enter");
    await dialog.getByText("The sample was sent to owner@aurora.example.").waitFor();
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Close");
    expect(callsOf("automations/send-sample").map(({ body }) => body)).toEqual(["e1"]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(callsOf("automations/test-automation/")).toEqual([]);
  });

  it("says why a sample can't be made, or needs a filter first", async () => {
    const failed = job({ Status: -1, PublicUrl: null, FailedReason: "The store asked us to slow down." });
    const { page } = await show({
      change: { ...sampleScript(), "reporting/pollExportList": () => ({ data: [failed] }) },
    });
    await page.getByRole("button", { name: "Send me a sample" }).click();
    const dialog = page.getByRole("dialog", { name: "Send me a sample" });
    await dialog.getByText("The store asked us to slow down.").waitFor();
    expect(await dialog.getByRole("button", { name: "Send sample" }).count()).toBe(0);
    const other = await show({ automation: { ...pausedReport, report_filter_id: "" }, change: sampleScript() });
    await other.page.getByRole("button", { name: "Send me a sample" }).click();
    await other.page
      .getByRole("alert")
      .filter({ hasText: /filter/ })
      .first()
      .waitFor();
    expect(other.callsOf("automations/make-sample")).toEqual([]);
  });

  it("requests a test run at once if it mails nobody", async () => {
    const { page, callsOf } = await show({ automation: { ...activeReport, ReportDestination: toFtp } });
    await page.getByRole("button", { name: "Test run" }).click();
    await page.getByText("The Automated Report test run is requested").waitFor();
    expect(callsOf("automations/test-automation/").map(({ body }) => body)).toEqual(["a1"]);
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it.each([
    ["failed" as const, 1, "The test run failed.", "There is no server called ftp.exmaple. Check the name."],
    ["delivered" as const, 0, "The test run was delivered to 2 recipients.", "The file has 12 orders."],
    [
      "delivered" as const,
      3,
      "The test run worked.",
      "Its file is in the report history. The public link wasn't changed.",
    ],
    ["empty" as const, 0, "The test run is done.", "No orders matched, so nothing was sent."],
  ])("shows how a test run ended until that is closed: %s, to kind %s", async (Outcome, Destination, title, text) => {
    const ended = run(20, {
      RunId: "t1",
      Cause: "test",
      Outcome,
      Tries: [runTry({ Destination })],
      FailedReason: Outcome === "failed" ? "There is no server called ftp.exmaple. Check the name." : null,
    });
    let reads = 0;
    const { page, server } = await show({
      automation: activeReport,
      change: {
        // The first read is from before its outcome was written.
        "reporting/automation-history/a1": () => {
          reads += 1;
          return { data: [{ ...ended, ...(reads === 1 && { Outcome: null }) }] };
        },
      },
    });
    server.info = { ...server.info, UnderWay: { RunId: "t1", Cause: "test" } };
    await page.getByRole("button", { name: "Test run" }).click();
    await page.getByRole("button", { name: "Send test" }).click();
    await page.getByText("A test run is under way.").waitFor();
    server.info = { ...server.info, UnderWay: null };
    await page.getByText(title, { exact: true }).waitFor();
    await page.getByText(text, { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Close" }).last().click();
    await page.getByText(title, { exact: true }).waitFor({ state: "hidden" });
  });

  it("says if a test run can't be started", async () => {
    const { page } = await show({
      automation: activeReport,
      change: { "automations/test-automation/": () => ({ status: 500, error: { code: "x", message: "Broken." } }) },
    });
    await page.getByRole("button", { name: "Test run" }).click();
    await page.getByRole("button", { name: "Send test" }).click();
    await page.getByText("Cannot execute the Automated Report test run").waitFor();
  });

  it("has no Clone at the quota, and says why", async () => {
    const { page } = await show({
      change: {
        "appData/getResourceRestrictions": () => ({ data: { MaxReports: 5, MaxFilters: 5, MaxAutomations: 1 } }),
      },
    });
    const clone = page.getByRole("button", { name: "Clone" });
    await expect.poll(() => clone.isDisabled()).toBe(true);
    expect(await clone.getAttribute("title")).toBe("Cannot add any more automated reports");
  });

  it("asks which version to keep if another window changed the same field", async () => {
    const { page, server, script } = await show();
    let collided = false;
    const update = script["automations/update-automation"];
    await page.route(/update-automation$/, async (route) => {
      if (collided) return route.fallback();
      collided = true;
      server.automation = { ...server.automation, title: "Theirs", file_type: 2 };
      server.version = 7;
      const details = JSON.stringify([{ field: "title", by: { kind: "merchant" }, at: "2026-11-20T12:01:00Z" }]);
      const json = {
        Ok: false,
        Data: null,
        ErrorCode: "conflict",
        ErrorMessage: "…",
        ErrorDetails: details,
        ErrorHelp: null,
      };
      return route.fulfill({ status: 409, json });
    });
    expect(update).toBeDefined();
    await page.getByRole("textbox", { name: "Title" }).fill("Mine");
    const dialog = page.getByRole("dialog", { name: "This automated report was changed in another window" });
    await dialog.getByText("“Theirs”").waitFor();
    await dialog.getByRole("button", { name: "Keep mine" }).click();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect.poll(() => [server.automation.title, server.automation.file_type]).toEqual(["Mine", 2]);
  });

  it("can be started, and its frequency changed, by keyboard only", async () => {
    const { page, saved } = await show();
    await tabTo(page, page.getByRole("switch", { name: "Paused" }));
    await page.keyboard.press("Space");
    await expect.poll(() => saved().at(-1)?.status).toBe(0);
    await tabTo(page, page.getByRole("combobox", { name: "Frequency" }));
    await page.keyboard.press("Enter");
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await expect.poll(() => saved().at(-1)?.schedule).toBe(0);
  });

  it("reserves space for loading parts, and says if the report doesn't exist", async () => {
    const { script } = automationServer(pausedReport);
    const waiting = await screens.open(automationAddress, {
      account,
      script: { ...script, "automations/get-automation/a1": () => "no answer yet" },
    });
    await waiting.page.getByRole("status", { name: "Loading the automated report" }).waitFor();
    const gone = await screens.open(automationAddress, {
      account,
      script: {
        ...script,
        "automations/get-automation/a1": () => ({ status: 404, error: { code: "x", message: "No." } }),
      },
    });
    await gone.page.getByRole("heading", { name: "Automated report not found" }).waitFor();
    await gone.page.getByRole("link", { name: "Go to Automated reports" }).waitFor();
  });

  it("names the report that writes the same files, with a link to it", async () => {
    const { script } = automationServer({ ...activeReport, same_files: [{ id: "a2", title: "Warehouse orders" }] });
    const { page } = await screens.open(automationAddress, { account, script });
    await page.getByText("Two reports overwrite each other's files.").waitFor();
    await page.getByText("This report and “Warehouse orders” put files with the same names").waitFor();
    const link = page.getByRole("link", { name: "Open “Warehouse orders”" });
    expect(await link.getAttribute("href")).toBe("/Automation/Edit/a2");
  });

  it("asks before a deletion, and can be restored at once", async () => {
    const { page, callsOf } = await show({ change: { "automations/delete": () => ({ data: "ok" }) } });
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete automated report" }).click();
    await page.getByText("The Automated Report is deleted").waitFor();
    await page.getByRole("button", { name: "Undo" }).waitFor();
    expect(callsOf("automations/delete").map(({ body }) => body)).toEqual(["a1"]);
  });

  it("has help next to the page", async () => {
    const { page } = await show();
    await planned(page);
    await page.getByRole("button", { name: "Help and tips" }).click();
    await page.locator("aside").getByText("When something fails").waitFor();
    await expectAccessible(page);
  });
});

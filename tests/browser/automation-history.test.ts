import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { AutomationStatus, Frequency } from "#domain/enumerations.ts";
import { deletedReport } from "./support/automation-history-scenes.ts";
import { automationsNow } from "./support/automation-list-scenes.ts";
import { expectAccessible } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script } from "./support/scripted-api.ts";
import {
  hourlySlots,
  run,
  runsServer,
  skippedRange,
  usualRuns,
  waitingRun,
} from "./support/scripted-history-of-runs.ts";

const calendar = (page: Page): Locator => page.getByRole("region", { name: /^Planned reports/ });
const list = (page: Page): Locator => page.getByRole("region", { name: "Runs" });
const line = (page: Page, id: string): Locator => page.locator(`[id="${id}"]`);
const hasFocus = (of: Locator) => expect.poll(() => of.evaluate((one) => one === document.activeElement)).toBe(true);
const underWay =
  "The report is currently being generated. Please refresh the page in a few moments to update its status.";

describe.runIf(hasChromium())("the history of an automated report", () => {
  const screens = useScreens();
  const open = async (given: Parameters<typeof runsServer>[0] = {}, change: Script = {}) => {
    const server = runsServer(given);
    const script = { ...server.script, ...change };
    const opened = await screens.open("/Automation/History/a1", { account, clockFrom: automationsNow, script });
    await opened.page.getByRole("heading", { name: "Report Automation History", level: 1 }).waitFor();
    return { ...opened, server };
  };

  it("shows the report's name, status and next run", async () => {
    const { page } = await open();
    await page.getByText("Accounting, every morning").waitFor();
    await page.getByText("Next execution: 2026/11/24 00:01 (Europe/Athens)").waitFor();
    expect(await page.title()).toBe("Report Automation History · Sheaf");
  });

  it("marks skipped time whose report is waiting", async () => {
    const waiting = {
      ...skippedRange,
      Waiting: 2,
      Sentence: "3 reports were skipped while this was paused. 2 of them haven't been made yet.",
    };
    const { page } = await open({ slots: [waiting] });
    await page.getByRole("list", { name: "Legend" }).getByText("Still to be made: 2").waitFor();
    await page.getByRole("list", { name: "Legend" }).getByText("Skipped: 1").waitFor();
    await list(page).getByText("2 of them haven't been made yet.").waitFor();
    await expectAccessible(page);
  });

  it("keeps a run's actions apart", async () => {
    const { page } = await open();
    const boxOf = async (of: Locator) => {
      const box = await of.boundingBox();
      if (!box) throw new Error("It is missing.");
      return box;
    };
    const download = await boxOf(line(page, "run-r22").getByRole("link", { name: /^download/ }));
    const tries = await boxOf(line(page, "run-r22").getByRole("button", { name: /^1 attempt/ }));
    expect(tries.x - download.x - download.width).toBeGreaterThanOrEqual(8);
  });

  it("says that there are no runs yet, and when the next one is", async () => {
    const { page } = await open({ runs: [] });
    await list(page).getByText("There are no automation exports yet.", { exact: true }).waitFor();
    await list(page).getByText("Next execution: 2026/11/24 00:01").waitFor();
  });

  it("shows each run's days, outcome and file, marks tests and catch-ups, and explains failures", async () => {
    const { page } = await open();
    await line(page, "run-r22").getByText("2026/11/21 until 2026/11/21").waitFor();
    await line(page, "run-r22").getByText("12 orders").waitFor();
    const download = line(page, "run-r22").getByRole("link", { name: /^download/ });
    expect(await download.getAttribute("href")).toBe("/files/token22/Accounting.xlsx?down=1");
    const view = line(page, "run-t1").getByRole("link", { name: /^view in browser/ });
    expect([await view.getAttribute("href"), await view.getAttribute("target")]).toEqual([
      "/files/tokent1/Accounting.html",
      "_blank",
    ]);
    await line(page, "run-t1").getByText("Test", { exact: true }).waitFor();
    await line(page, "run-r16").getByText("Catch-up", { exact: true }).waitFor();
    await line(page, "run-r16")
      .getByText("The formula of “Margin” doesn't work: ROUND takes 2 arguments, not 1.", { exact: true })
      .waitFor();
    await line(page, "run-r17").getByText("The mail server refused the login.").waitFor();
    await line(page, "run-r23").getByText(underWay, { exact: true }).waitFor();
    expect(await line(page, "run-r15").getByRole("link").count()).toBe(0);
    expect(await list(page).locator('[data-part="outcome"]').allTextContents()).toEqual([
      "Under way",
      "Delivered",
      "Delivered",
      "Empty",
      "Failed",
      "Delivered",
      "Delivered",
    ]);
  });

  it("shows the time skipped between the runs, with the reason", async () => {
    const { page } = await open();
    await list(page).getByText("3 reports were skipped while this was paused.").waitFor();
    const ids = await list(page)
      .getByRole("list")
      .first()
      .locator("> li")
      .evaluateAll((items) => items.map(({ id }) => id.slice(0, 8)));
    expect(ids).toEqual(["run-r23", "run-t1", "run-r22", "skipped-", "run-r18", "run-r17", "run-r16", "run-r15"]);
  });

  it("shows each attempt's time, recipients, their responses and each step", async () => {
    const { page } = await open();
    await line(page, "run-r17")
      .getByRole("button", { name: /^2 attempts/ })
      .click();
    const tries = line(page, "run-r17").locator('[data-part="try"]');
    expect(await tries.getByRole("heading").allTextContents()).toEqual(["Attempt 1: Failed", "Attempt 2: Failed"]);
    await tries.last().getByText("Trying again wouldn't have helped.").waitFor();
    await tries.last().getByText("Couldn't log in · 310 ms").waitFor();
    await line(page, "run-t1")
      .getByRole("button", { name: /^1 attempt/ })
      .click();
    for (const words of [
      "2026/11/23 00:01:02 to 00:01:40",
      "books@accounting.example, owner@aurora.example",
      "250 2.0.0 OK: queued",
      "Handed over the e-mail · 1.2 s",
      "gone@accounting.example. The mail server doesn't accept mail for it.",
    ])
      await line(page, "run-t1").getByText(words, { exact: true }).waitFor();
  });

  it("leads from a slot of the calendar to its run, by keyboard only", async () => {
    const { page } = await open();
    const cells = calendar(page).getByRole("button", { name: /^2026\// });
    await cells.last().waitFor();
    expect(await cells.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")))).toEqual([
      "2026/11/15 00:01: Delivered",
      "2026/11/17 00:01: Failed",
      "2026/11/18 00:01: Empty",
      "2026/11/19 00:01 to 2026/11/21 00:01: 3 reports were skipped while this was paused.",
      "2026/11/22 00:01: Delivered",
      "2026/11/23 00:01: Under way",
    ]);
    await tabTo(page, cells.last());
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await hasFocus(cells.nth(3));
    await page.keyboard.press("Enter");
    await hasFocus(list(page).locator('[data-part="skipped"]'));
    await cells.nth(1).click();
    await hasFocus(line(page, "run-r17"));
  });

  it("counts outcomes next to the calendar, which has buttons to go back", async () => {
    const { page, callsOf } = await open();
    const legend = calendar(page).getByRole("list", { name: "Legend" });
    await legend.waitFor();
    expect(await legend.getByRole("listitem").allTextContents()).toEqual([
      "Delivered: 2",
      "Empty: 1",
      "Failed: 1",
      "Skipped: 3",
      "Under way: 1",
    ]);
    await calendar(page).getByRole("button", { name: "Earlier" }).click();
    await calendar(page).getByText("No reports were due on these days.").waitFor();
    expect(callsOf("automations/get-slots/a1").at(-1)?.query).toEqual({ from: "2026-07-23", to: "2026-09-22" });
  });

  it("gives the calendar's days the shop's date format", async () => {
    const { page } = await screens.open("/Automation/History/a1", {
      account: { ...account, date_format: 1 },
      clockFrom: automationsNow,
      script: runsServer().script,
    });
    await calendar(page).getByText("23/09/2026 – 23/11/2026").waitFor();
  });

  it("shows an hourly report by day, and a monthly one by year", async () => {
    const hourly = await open({ automation: { schedule: Frequency.Hourly }, slots: hourlySlots });
    const sunday = hourly.page.getByRole("group", { name: "Sun 22 Nov" });
    await expect.poll(() => sunday.getByRole("button").count()).toBe(24);
    const monthly = await open({ automation: { schedule: Frequency.Monthly }, runs: [run(1), run(2)] });
    await monthly.page.getByRole("group", { name: "2026" }).waitFor();
  });

  it("loads older runs on request, and when the calendar leads to one of them", async () => {
    const many = Array.from({ length: 130 }, (_, n) =>
      run(23, { RunId: `m${n}`, StartedAt: new Date(Date.UTC(2026, 10, 22, 22) - n * 3_600_000).toISOString() }),
    );
    const slots = [{ ...(hourlySlots[89] as (typeof hourlySlots)[number]), RunId: "m120" }];
    const { page } = await open({ runs: many, slots });
    await line(page, "run-m49").waitFor();
    expect(await line(page, "run-m50").count()).toBe(0);
    await list(page).getByRole("button", { name: "Load older" }).click();
    await line(page, "run-m99").waitFor();
    expect(await line(page, "run-m120").count()).toBe(0);
    await calendar(page)
      .getByRole("button", { name: /^2026\// })
      .click();
    await hasFocus(line(page, "run-m120"));
    expect(await list(page).getByRole("button", { name: "Load older" }).count()).toBe(0);
  });

  it("updates running reports automatically", async () => {
    const { page, server } = await open();
    await line(page, "run-r23").getByText(underWay).waitFor();
    server.at.runs = [run(23), ...usualRuns.slice(1)];
    await page.clock.runFor(4_000);
    await line(page, "run-r23")
      .getByRole("link", { name: /^download/ })
      .waitFor();
    await calendar(page).getByRole("button", { name: "2026/11/23 00:01: Delivered" }).waitFor();
  });

  it("sends a report again by keyboard, after a confirmation with its destination", async () => {
    const { page, callsOf } = await open();
    const send = line(page, "run-r17").getByRole("button", { name: /^Send again/ });
    await tabTo(page, send);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Send this report again?" });
    await dialog.getByText("for 2026/11/16 until 2026/11/16").waitFor();
    await dialog.getByText(/It goes out right away: E-mail to .+@/).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect(callsOf("automations/send-again")).toEqual([]);
    await hasFocus(send);
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: "Send again" }).click();
    await page.getByText("The report is being sent again", { exact: true }).waitFor();
    expect(callsOf("automations/send-again").map(({ body }) => body)).toEqual(["r17"]);
    // A run under way has nothing to send yet.
    expect(
      await list(page)
        .getByRole("button", { name: /^Send again/ })
        .count(),
    ).toBe(6);
    expect(
      await line(page, "run-r23")
        .getByRole("button", { name: /^Send again/ })
        .count(),
    ).toBe(0);
  });

  it("says that the automated report is paused, without asking", async () => {
    const { page, callsOf } = await open({ automation: { status: AutomationStatus.Paused } });
    await line(page, "run-r17")
      .getByRole("button", { name: /^Send again/ })
      .click();
    await page.getByText("The automated report is paused.").waitFor();
    expect([await page.getByRole("dialog").count(), callsOf("automations/send-again")]).toEqual([0, []]);
  });

  it("retries a waiting run at once, by keyboard, and keeps the focus on it", async () => {
    const { page, server, callsOf } = await open({ runs: [waitingRun, ...usualRuns.slice(1)] });
    await tabTo(page, list(page).getByRole("button", { name: /^Try now/ }));
    await page.keyboard.press("Enter");
    server.at.runs = [{ ...waitingRun, RetryAt: null }, ...usualRuns.slice(1)];
    await page.getByText("The report is being tried again", { exact: true }).waitFor();
    expect(callsOf("automations/try-now").map(({ body }) => body)).toEqual(["a1"]);
    await page.clock.runFor(4_000);
    await list(page)
      .getByRole("button", { name: /^Try now/ })
      .waitFor({ state: "detached" });
    await hasFocus(line(page, "run-r23"));
  });

  it("is kept for a deleted report, with its current run, and can restore the report", async () => {
    const { page, callsOf } = await open(
      {},
      {
        ...deletedReport,
        "automations/restore": () => ({ status: 409, error: { code: "Rule", message: "There is no room for it." } }),
      },
    );
    await page.getByText("Accounting, every morning").waitFor();
    await page
      .getByText(
        "This report was deleted on 2026/11/23 13:40. No more reports will be made. The one under way will still be sent.",
      )
      .first()
      .waitFor();
    await line(page, "run-r23").getByText(underWay).waitFor();
    expect(
      await list(page)
        .getByRole("button", { name: /^Send again/ })
        .count(),
    ).toBe(0);
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByText("There is no room for it.").waitFor();
    expect(callsOf("automations/restore")).toHaveLength(1);
  });

  it("shows how a run was made: design, filter, preferences, who did what, and hashes on demand", async () => {
    const { page } = await open();
    await line(page, "run-r22")
      .getByRole("button", { name: /^How it was made/ })
      .click();
    const panel = page.getByRole("complementary", { name: "How it was made" });
    expect(await panel.getByRole("link", { name: "Accounting" }).getAttribute("href")).toBe("/Report/Design/d1");
    // The link leads to the design of today, and the panel shows that of the run.
    await panel
      .getByText("It has changed since. The link opens today's version. Below is how it was for this report.")
      .waitFor();
    expect(await panel.getByRole("link", { name: "Paid" }).count()).toBe(0);
    for (const words of [
      "one per vendor",
      "sorted by “Order number”, Z to A",
      "Order number (Z to A), Order total (number format “0.00”)",
      "Financial status: Paid",
      "YYYY/MM/DD",
      "Delivered to 2 recipients.",
    ])
      await panel.getByText(words).waitFor();
    const hash = panel.getByText(`${"c".repeat(12)}…`);
    expect(await hash.count()).toBe(0);
    await tabTo(page, panel.getByRole("button", { name: /^For support/ }));
    await page.keyboard.press("Enter");
    await hash.waitFor();
    await page.keyboard.press("Escape");
    await hasFocus(line(page, "run-r22").getByRole("button", { name: /^How it was made/ }));
  });

  it("says for five seconds that it couldn't be loaded, and loads it on retry", async () => {
    let fails = true;
    const server = runsServer();
    const history = server.script["reporting/automation-history/a1"];
    const { page } = await open(
      {},
      {
        "reporting/automation-history/a1": (...asked) =>
          fails || !history
            ? { status: 503, error: { code: "Busy", message: "The server is busy. Try again in a moment." } }
            : history(...asked),
      },
    );
    const toast = page.getByText("Cannot fetch the automation history from server");
    await toast.waitFor();
    fails = false;
    await list(page).getByRole("button", { name: "Try again" }).click();
    await line(page, "run-r22").waitFor();
    await page.clock.runFor(5_500);
    await toast.waitFor({ state: "detached" });
  });
});

import { describe, expect, it } from "vitest";
import { hasChromium } from "./support/chromium.ts";
import { useScreens } from "./support/screens.ts";
import { account, job } from "./support/scripted-api.ts";

const running = job({ Status: 11, Step: 3, MaxStep: 12, PublicUrl: null, Orders: null });

describe.runIf(hasChromium())("the panel 'Report exports'", () => {
  const screens = useScreens();

  it("opens and closes by keyboard, and gives the focus back", async () => {
    const { page } = await screens.open("/Reports", { account });
    const button = page.getByRole("button", { name: "Report exports", exact: true });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByText("No report exports found. Try creating one at Reports").waitFor();
    await page.keyboard.press("Escape");
    await button.waitFor();
    await expect.poll(() => page.locator(":focus").getAttribute("id")).toBe("open-report-exports");
  });

  it("polls while something runs, follows it to the end, then rests", async () => {
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

  it("shows Canceling at once, and the state before when it was too late", async () => {
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

  it("shows how each ended, and shares a link", async () => {
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
    await page.getByRole("button", { name: "Why the report is empty?" }).click();
    await page.getByRole("dialog", { name: "Empty report" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "share Untitled1" }).click();
    await page.getByText("The report link is copied to clipboard").waitFor();
    const address = new URL("/files/token/Untitled1.csv", page.url()).href;
    expect(await page.getByLabel("Report link").inputValue()).toBe(address);
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(address);
  });
});

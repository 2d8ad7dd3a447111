import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import { withDesigns } from "./support/report-scenes.ts";
import { useScreens } from "./support/screens.ts";
import { account, design, job, noOrders, pageState } from "./support/scripted-api.ts";

describe.runIf(hasChromium())("Generate report", () => {
  const screens = useScreens();

  it.each<[string, (button: Locator) => Promise<void>]>([
    ["double-clicks", (button) => button.dblclick()],
    [
      "holds Enter",
      async (button) => {
        await button.focus();
        for (let n = 0; n < 5; n += 1) await button.page().keyboard.down("Enter");
        await button.page().keyboard.up("Enter");
      },
    ],
  ])("requests only one report and one filter if somebody %s", async (_how, press) => {
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      script: {
        ...withDesigns,
        "reporting/generateReport": () => ({ data: job({ Status: 1 }) }),
        "filters/create-new": () => ({ status: 503, error: { code: "busy", message: "Not now." } }),
      },
    });
    await press(page.getByRole("button", { name: "Generate" }));
    await expect.poll(() => callsOf("reporting/generateReport")).toHaveLength(1);
    await press(page.getByRole("button", { name: "Create a filter" }));
    await page.getByText("Cannot create a new filter").waitFor();
    expect(callsOf("filters/create-new")).toHaveLength(1);
    expect(callsOf("reporting/generateReport")).toHaveLength(1);
  });

  it("has a heading, three steps in order, and the preview of the file", async () => {
    const { page } = await screens.open("/Reports", { account, script: withDesigns });
    await page.getByRole("heading", { name: "Generate report", level: 1 }).waitFor();
    await page.getByRole("heading", { name: "What your file will look like" }).waitFor();
    const steps = await page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents();
    expect(steps.map((text) => text.replace(/^\d\. /, ""))).toEqual([
      "Select report design",
      "Choose file format",
      "Assign filters",
      "What your file will look like",
    ]);
    expect(await page.title()).toBe("Generate report · Sheaf");
  });

  it.each([
    ["Excel", 1],
    ["HTML", 0],
    ["CSV", 2],
    ["XML", 3],
  ])("offers the format %s, saves the choice and requests it", async (name, type) => {
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      script: {
        ...withDesigns,
        "appData/getManualExport": () => ({ data: { ...pageState, FileType: type === 1 ? 2 : 1 } }),
        "reporting/generateReport": () => ({ data: job({ Status: 1, Filetype: type }) }),
      },
    });
    const radio = page.getByRole("radio", { name, exact: true });
    await radio.waitFor();
    expect(await radio.isChecked()).toBe(false);
    await page.getByText(name, { exact: true }).click();
    await expect.poll(() => radio.isChecked()).toBe(true);
    await expect.poll(() => callsOf("appData/setManualExport").at(-1)?.body).toMatchObject({ FileType: type });
    await page.getByRole("button", { name: "Generate" }).click();
    await expect.poll(() => callsOf("reporting/generateReport")[0]?.body).toMatchObject({ FileType: type });
  });

  it("changes the format by the arrow keys, and restores the choice of an earlier visit", async () => {
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      script: {
        ...withDesigns,
        "appData/getManualExport": () => ({ data: { ...pageState, FileType: 3, ReportId: "b" } }),
      },
    });
    await page.getByRole("combobox", { name: "Report design" }).filter({ hasText: "Monthly accounts" }).waitFor();
    const xml = page.getByRole("radio", { name: "XML" });
    expect(await xml.isChecked()).toBe(true);
    await tabTo(page, xml);
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => page.getByRole("radio", { name: "CSV" }).isChecked()).toBe(true);
    await expect
      .poll(() => callsOf("appData/setManualExport").at(-1)?.body)
      .toMatchObject({ FileType: 2, ReportId: "b" });
  });

  it("says 'Requesting report' during the request", async () => {
    const { page } = await screens.open("/Reports", { account, script: withDesigns });
    const held = Promise.withResolvers<void>();
    await page.route(/generateReport/, async (route) => {
      await held.promise;
      await route.fallback();
    });
    await page.getByText("300 orders", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Generate" }).click();
    await page.getByRole("button", { name: "Requesting report" }).waitFor();
    held.resolve();
    await page.getByRole("button", { name: "Generate" }).waitFor();
  });

  it("shows every date range with its days in the shop's time zone", async () => {
    const { page } = await screens.open("/Reports", {
      account: { ...account, iana_timezone: "Pacific/Auckland" },
      clockFrom: "2026-11-20T12:00:00Z",
      script: withDesigns,
    });
    await page.getByRole("combobox", { name: "Date range" }).click();
    expect(await page.getByRole("option").allInnerTexts()).toEqual(
      [
        ["Today", "Sat 21 Nov 2026"],
        ["Yesterday", "Fri 20 Nov 2026"],
        ["This week", "16 – 21 Nov 2026"],
        ["Last 7 days", "15 – 21 Nov 2026"],
        ["Last week", "9 – 15 Nov 2026"],
        ["This month", "1 – 21 Nov 2026"],
        ["Last 30 days", "23 Oct – 21 Nov 2026"],
        ["Last month", "1 – 31 Oct 2026"],
        ["Last 90 days", "24 Aug – 21 Nov 2026"],
        ["This quarter", "1 Oct – 21 Nov 2026"],
        ["Last quarter", "1 Jul – 30 Sept 2026"],
        ["This year", "1 Jan – 21 Nov 2026"],
        ["Last year", "1 Jan – 31 Dec 2025"],
        ["Last … days"],
        ["Since a day"],
        ["All orders, no date filter", "everything up to 21 Nov 2026"],
        ["Custom range"],
      ].map((words) => words.join("\n")),
    );
  });

  it("shows that it is counting, and then one order in the singular", async () => {
    const { page } = await screens.open("/Reports", {
      account,
      script: { ...withDesigns, "orders/page-count": () => ({ data: { Count: 1, HasPostProcessFilters: false } }) },
    });
    await page.getByText("1 order", { exact: true }).waitFor();
    const held = Promise.withResolvers<void>();
    await page.route(/page-count/, async (route) => {
      await held.promise;
      await route.fallback();
    });
    await page.getByRole("combobox", { name: "Date range" }).click();
    await page.getByRole("option", { name: "Yesterday" }).click();
    await page.getByText("counting", { exact: true }).waitFor();
    held.resolve();
    await page.getByText("1 order", { exact: true }).waitFor();
  });

  it.each([
    [{ order_date_range: 2 }, /The date range is 'Today'/],
    [{ order_date_range: 3 }, /The date range is 'Yesterday'/],
    [{ order_date_range: 4 }, /The date range is 'This week'/],
    [{ order_date_range: 5 }, /only 2 days of it have passed/],
    [{ order_date_range: 1, order_date_from: "2026-11-01", order_date_to: "2026-11-03" }, /shorter than 5 days/],
    [{ order_date_range: 7 }, /Your store had no orders on these days/],
  ])("names the reasons for an empty report with %o", async (choice, reason) => {
    const { page } = await screens.open("/Reports", {
      account,
      clockFrom: "2026-11-03T12:00:00Z",
      script: {
        ...withDesigns,
        ...noOrders,
        "appData/getManualExport": () => ({
          data: { ...pageState, UserOrderFilters: { ...pageState.UserOrderFilters, ...choice } },
        }),
      },
    });
    const link = page.getByRole("button", { name: "Why the report is empty?" });
    await tabTo(page, link);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Empty report" }).getByText(reason).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(await link.evaluate((element) => element.matches(":focus"))).toBe(true);
  });

  it("says Saving and Saved at any scroll position, and nothing 6 s later", async () => {
    const { page } = await screens.open("/Reports", {
      account,
      script: withDesigns,
      clockFrom: "2026-11-20T10:00:00Z",
    });
    // Its save is held until 'Saving' was seen: it would be over in a moment.
    const held = Promise.withResolvers<void>();
    await page.route(/setManualExport/, async (route) => {
      await held.promise;
      await route.fallback();
    });
    await page.getByText("XML", { exact: true }).click();
    const saved = page.getByText("Saved", { exact: true });
    await page.getByText("Saving ...").waitFor();
    held.resolve();
    await saved.waitFor();
    await page.clock.runFor(5500);
    expect(await saved.isVisible()).toBe(true);
    await page.clock.runFor(1500);
    await saved.waitFor({ state: "hidden" });
  });

  it("says Not saved after an error, and nothing 6 s later", async () => {
    const { page } = await screens.open("/Reports", {
      account,
      script: {
        ...withDesigns,
        "appData/setManualExport": () => ({ status: 400, error: { code: "Bad", message: "This cannot be saved." } }),
      },
      clockFrom: "2026-11-20T10:00:00Z",
    });
    await page.getByText("XML", { exact: true }).click();
    const failed = page.getByText("Not saved", { exact: true });
    await failed.waitFor();
    const note = page.getByRole("status").filter({ has: failed });
    expect(await note.locator(".MuiSvgIcon-colorError").count()).toBe(1);
    await page.clock.runFor(5500);
    expect(await failed.isVisible()).toBe(true);
    await page.clock.runFor(1500);
    await failed.waitFor({ state: "hidden" });
  });

  it("says 'Cannot fetch reports from server' in a toast, once, with a retry on the page", async () => {
    let broken = true;
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      clockFrom: "2026-11-20T10:00:00Z",
      script: {
        ...withDesigns,
        "reports/get-reports": () =>
          broken
            ? { status: 500, error: { code: "Broken", message: "The designs are away." } }
            : { data: [design("a", "Untitled1", 0)] },
      },
    });
    const message = page.getByText("Cannot fetch reports from server");
    const toast = page.getByRole("alert").filter({ has: message });
    await toast.waitFor();
    await page.getByRole("heading", { name: "Your report designs haven't loaded yet" }).waitFor();
    await expectAccessible(page);
    expect(await message.count()).toBe(1);
    // A toast: it goes by itself after five seconds, and the way to try again stays.
    await page.clock.runFor(6000);
    await toast.waitFor({ state: "detached" });
    const again = page.getByRole("button", { name: "Try again" });
    const before = callsOf("reports/get-reports").length;
    await tabTo(page, again);
    await page.keyboard.press("Enter");
    await toast.waitFor();
    expect(await message.count()).toBe(1);
    expect(callsOf("reports/get-reports")).toHaveLength(before + 1);
    broken = false;
    await again.click();
    await page.getByRole("combobox", { name: "Report design" }).filter({ hasText: "Untitled1" }).waitFor();
    expect(await again.count()).toBe(0);
  });

  it("says 'Cannot create a new report' in a toast, and can retry", async () => {
    let broken = true;
    const { page } = await screens.open("/Reports", {
      account,
      script: {
        "reports/create-new": () =>
          broken
            ? { status: 500, error: { code: "Broken", message: "Not now." } }
            : { data: design("new", "Untitled1", 0) },
        "reports/get-reports": () => ({ data: broken ? [] : [design("new", "Untitled1", 0)] }),
      },
    });
    const create = page.getByRole("button", { name: "Create “Order lines”" });
    await create.click();
    await page.getByRole("alert").filter({ hasText: "Cannot create a new report" }).waitFor();
    expect(await page.getByText("Not now.").count()).toBe(0);
    broken = false;
    await create.click();
    await page.getByRole("combobox", { name: "Report design" }).filter({ hasText: "Untitled1" }).waitFor();
  });

  it("doesn't expect an empty report while it is counting", async () => {
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      script: {
        ...withDesigns,
        "orders/page-count": () => "no answer yet",
        "reporting/generateReport": () => ({ data: job({}) }),
      },
    });
    await page.getByText("counting", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Generate" }).click();
    await expect.poll(() => callsOf("reporting/generateReport")[0]?.body).toMatchObject({ EmptyExpected: false });
  });

  it("says if a choice couldn't be saved", async () => {
    const { page } = await screens.open("/Reports", {
      account,
      script: {
        ...withDesigns,
        "appData/setManualExport": () => ({ status: 400, error: { code: "Bad", message: "This cannot be saved." } }),
      },
    });
    await page.getByText("XML", { exact: true }).click();
    await page.getByText("Not saved", { exact: true }).waitFor();
    await page.getByText("This cannot be saved.").waitFor();
    await page.getByRole("img", { name: "Warning" }).waitFor();
  });

  it("shows the video across the whole window, with controls and text below", async () => {
    const { page } = await screens.open("/Reports", { account });
    const link = page.getByRole("button", { name: "Watch how it works" });
    await tabTo(page, link);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "How it works" });
    await dialog.waitFor();
    const video = dialog.locator("video");
    await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState)).toBeGreaterThan(0);
    const played = await video.evaluate((one: HTMLVideoElement) => ({
      width: Math.round(one.closest("[role=dialog]")?.getBoundingClientRect().width ?? 0),
      seconds: one.duration,
      // The test's browser asks for less motion.
      plays: one.autoplay,
      cues: one.textTracks[0]?.mode,
    }));
    expect(played).toMatchObject({ width: 1440, plays: false, cues: "hidden" });
    expect(played.seconds).toBeGreaterThan(10);
    const current = dialog.locator("[aria-current=step]");
    await dialog.getByRole("slider", { name: "Position in the video" }).press("End");
    await expect.poll(() => current.textContent()).toMatch(/share its link/);
    await dialog.getByRole("button", { name: "Play" }).press("Enter");
    await dialog.getByRole("button", { name: "Pause" }).waitFor();
    expect(await video.evaluate((one: HTMLVideoElement) => one.controls)).toBe(false);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
  });

  it("shows the installation's own video instead if one is configured", async () => {
    const { page } = await screens.open("/Reports", {
      account,
      script: {
        "app-config": () => ({
          data: {
            Environment: "local",
            Links: { Review: null, Chat: null, AppStore: null, SupportEmail: null, PostalAddress: null },
            DemoShops: [],
            TutorialVideo: "https://video.example/watch/1",
          },
        }),
      },
    });
    await page.getByRole("button", { name: "Watch how it works" }).click();
    const dialog = page.getByRole("dialog", { name: "How it works" });
    const link = dialog.getByRole("link", { name: "Watch the video on video.example" });
    expect(await link.getAttribute("href")).toBe("https://video.example/watch/1");
    expect(await dialog.locator("video").count()).toBe(0);
  });
});

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { DateRange } from "#domain/enumerations.ts";
import { hasChromium } from "./support/chromium.ts";
import { withDesigns } from "./support/report-scenes.ts";
import { useScreens } from "./support/screens.ts";
import { account, pageState, type Script } from "./support/scripted-api.ts";

/** A page whose date range is this one. */
const choosing = (order_date_range: number): Script => ({
  "appData/getManualExport": () => ({
    data: { ...pageState, UserOrderFilters: { ...pageState.UserOrderFilters, order_date_range } },
  }),
});

const chooseByKeyboard = async (page: Page, range: string) => {
  await page.getByRole("combobox", { name: "Date range" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type(range);
  await page.keyboard.press("Enter");
};

describe.runIf(hasChromium())("The dates of a report", () => {
  const screens = useScreens();

  it("may be a custom range typed by keyboard, once both days are complete", async () => {
    const { page, callsOf } = await screens.open("/Reports", { account, script: { ...withDesigns, ...choosing(0) } });
    await chooseByKeyboard(page, "Custom");
    await page.getByRole("status").getByText("Choose the first and the last day.").waitFor();
    const generate = page.getByRole("button", { name: "Generate", description: "Choose the first and the last day." });
    await generate.waitFor();
    expect(await generate.isDisabled()).toBe(true);
    await page.getByRole("group", { name: "From" }).getByRole("spinbutton").first().click();
    await page.keyboard.type("20260301");
    await page.getByRole("group", { name: "To" }).getByRole("spinbutton").first().click();
    await page.keyboard.type("20260331");
    await page.getByText("300 orders", { exact: true }).waitFor();
    await expect
      .poll(() => callsOf("appData/setManualExport").at(-1)?.body)
      .toMatchObject({
        UserOrderFilters: { order_date_range: 1, order_date_from: "2026-03-01", order_date_to: "2026-03-31" },
      });
  });

  it("may be a number of days, or all since a day, by keyboard", async () => {
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      clockFrom: "2026-11-20T12:00:00Z",
      script: { ...withDesigns, ...choosing(DateRange.thisMonth) },
    });
    const saved = () => callsOf("appData/setManualExport").at(-1)?.body;
    await page.getByRole("combobox", { name: "Date range" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "Last … days" }).press("Enter");
    const days = page.getByRole("textbox", { name: "Number of days" });
    await days.fill("45");
    await page.getByText("7 Oct – 20 Nov 2026").locator("visible=true").waitFor();
    await days.fill("0");
    await page.getByText("Type a number from 1 to 3,660.").waitFor();
    await days.press("Tab");
    expect(await days.inputValue()).toBe("45");
    await page.clock.runFor(1000);
    await expect.poll(saved).toMatchObject({ UserOrderFilters: { order_date_range: 15, order_date_days: 45 } });
    await chooseByKeyboard(page, "Since");
    await page.getByRole("group", { name: "Since" }).waitFor();
    expect(await page.getByRole("group", { name: "To" }).count()).toBe(0);
    await page.clock.runFor(1000);
    await expect
      .poll(saved)
      .toMatchObject({ UserOrderFilters: { order_date_range: 16, order_date_from: "2026-10-07" } });
  });

  it("may be the same ones a year earlier", async () => {
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      clockFrom: "2026-11-20T12:00:00Z",
      script: { ...withDesigns, ...choosing(DateRange.lastMonth) },
    });
    await page.getByRole("checkbox", { name: "A year earlier" }).check();
    await page.getByText("1 – 31 Oct 2025").locator("visible=true").waitFor();
    await page.clock.runFor(1000);
    await expect
      .poll(() => callsOf("appData/setManualExport").at(-1)?.body)
      .toMatchObject({ UserOrderFilters: { order_date_range: 6, order_date_year_before: true } });
    await chooseByKeyboard(page, "All orders");
    await page.getByRole("checkbox", { name: "A year earlier" }).waitFor({ state: "hidden" });
  });

  it.each(["mouse", "keyboard"])("stay as the initial dates of a custom range, by %s", async (by) => {
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      clockFrom: "2026-11-20T12:00:00Z",
      script: { ...withDesigns, ...choosing(DateRange.thirtyDays) },
    });
    const days = page.getByText("22 Oct – 20 Nov 2026").locator("visible=true");
    await days.waitFor();
    if (by === "keyboard") await chooseByKeyboard(page, "Custom");
    else {
      await page.getByRole("combobox", { name: "Date range" }).click();
      await page.getByRole("option", { name: "Custom range" }).click();
    }
    await page.getByRole("group", { name: "From" }).waitFor();
    await days.waitFor();
    await page.clock.runFor(1000);
    await expect
      .poll(() => callsOf("appData/setManualExport").at(-1)?.body)
      .toMatchObject({
        UserOrderFilters: { order_date_range: 1, order_date_from: "2026-10-22", order_date_to: "2026-11-20" },
      });
    const generate = page.getByRole("button", { name: "Generate" });
    await expect.poll(() => generate.isEnabled()).toBe(true);
    await page.getByRole("group", { name: "To" }).getByRole("spinbutton").first().click();
    await page.keyboard.type("20261001");
    await page.getByRole("button", { name: "Generate", description: "The first day is after the last day." }).waitFor();
    expect(await generate.isDisabled()).toBe(true);
  });

  it("can't be in the future in a custom range, in the shop's time zone", async () => {
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
    await page.getByText("Choose a day that isn't in the future.").waitFor();
    expect(await page.getByRole("button", { name: "Generate" }).isDisabled()).toBe(true);
  });

  it("keep the rest of a date while its year is retyped", async () => {
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

  it("are saved only once for several quick choices", async () => {
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

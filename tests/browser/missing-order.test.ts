import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { WhyMissing } from "#domain/wire/filters/why-missing.ts";
import { automationEditors } from "./support/automation-editor.ts";
import { automationsNow } from "./support/automation-list-scenes.ts";
import { expectAccessibleInBothThemes, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { reportsWithFilters } from "./support/filtered-reports.ts";
import { tabTo } from "./support/keyboard.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script } from "./support/scripted-api.ts";
import { activeReport } from "./support/scripted-automations.ts";
import { runsServer } from "./support/scripted-history-of-runs.ts";
import { liveServer } from "./support/scripted-live.ts";

const toFrance: WhyMissing = {
  Result: "left-out",
  Sentence: "B-1200 is left out: it was shipped to France, and the filter keeps Germany.",
  Reasons: [],
  Names: ["B-1200"],
};
const twoReasons: WhyMissing = {
  Result: "left-out",
  Sentence: "#1042 is left out for 2 reasons:",
  Reasons: [
    { Field: "period", Text: "It was created on 3 Nov, and the date range is 10 – 16 Nov." },
    { Field: "financial_status", Text: "It isn't paid (pending), and the filter keeps paid orders." },
  ],
  Names: ["#1042"],
};
const included: WhyMissing = {
  Result: "included",
  Sentence: "#1042 is in this report.",
  Reasons: [],
  Names: ["#1042"],
};

const link = (page: Page) => page.getByRole("button", { name: "Is an order missing?" });
const field = (page: Page) => page.getByRole("textbox", { name: "Order number" });
const check = (page: Page) => page.getByRole("button", { name: "Check", exact: true });

describe.runIf(hasChromium())("an order that is missing from a report", () => {
  const screens = useScreens();
  const openReports = (answer: () => WhyMissing, more: object = {}) => {
    const { script } = reportsWithFilters("f1");
    const change: Script = { "orders/why-missing": () => ({ data: answer() }) };
    return screens.open("/Reports", { account, script: { ...script, ...change }, ...more });
  };

  it("is explained on Reports by its number, by keyboard alone", async () => {
    const { page, callsOf } = await openReports(() => toFrance);
    expect(await field(page).count()).toBe(0);
    await tabTo(page, link(page), 80);
    await page.keyboard.press("Enter");
    await expect.poll(() => field(page).evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await check(page).isDisabled()).toBe(true);
    await page.keyboard.type("1200");
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText(toFrance.Sentence).waitFor();
    expect(callsOf("orders/why-missing").map(({ body }) => body)).toEqual([
      { UserOrderFilters: expect.objectContaining({ report_filter_id: "f1" }), At: null, Name: "1200" },
    ]);
    await expectAccessibleInBothThemes(page);
  });

  it("has its reasons listed, on a phone as well", async () => {
    const { page } = await openReports(() => twoReasons, { width: 390, height: 844 });
    await link(page).click();
    await field(page).fill("#1042");
    await check(page).click();
    await page.getByText(twoReasons.Sentence).waitFor();
    expect(await page.getByRole("status").getByRole("listitem").allInnerTexts()).toEqual(
      twoReasons.Reasons.map(({ Text }) => Text),
    );
    await expectFitsTelephone(page);
    await expectAccessibleInBothThemes(page);
  });

  it("has no answer left once other orders are chosen", async () => {
    const { page } = await openReports(() => included);
    await link(page).click();
    await field(page).fill("1042");
    await check(page).click();
    await page.getByText(included.Sentence).waitFor();
    await page.getByRole("combobox", { name: "Filter", exact: true }).click();
    await page.getByRole("option", { name: "Paid this week" }).click();
    await page.getByText(included.Sentence).waitFor({ state: "hidden" });
    expect(await field(page).inputValue()).toBe("1042");
  });

  it("can be asked about again after a failure", async () => {
    let isAway = true;
    const { script } = reportsWithFilters("f1");
    const message = "The store platform doesn't answer. Try again later.";
    const { page } = await screens.open("/Reports", {
      account,
      script: {
        ...script,
        "orders/why-missing": () =>
          isAway ? { status: 502, error: { code: "platform", message } } : { data: included },
      },
    });
    await link(page).click();
    await field(page).fill("1042");
    await check(page).click();
    await page.getByText(message).waitFor();
    isAway = false;
    await check(page).click();
    await page.getByText(included.Sentence).waitFor();
    expect(await page.getByText(message).count()).toBe(0);
  });

  it("is explained in the configuration of a live report", async () => {
    const { script } = liveServer(60);
    const { page, callsOf } = await screens.open("/Live", {
      account,
      clockFrom: "2026-11-20T12:05:30Z",
      script: { ...script, "orders/why-missing": () => ({ data: included }) },
    });
    await page.getByText("Gathered at: 14:05", { exact: true }).waitFor();
    await page
      .getByRole("button", { name: /^Configuration/ })
      .last()
      .click();
    await link(page).click();
    await field(page).fill("1042");
    await check(page).click();
    await page.getByText(included.Sentence).waitFor();
    expect(callsOf("orders/why-missing")).toHaveLength(1);
    await expectAccessibleInBothThemes(page);
  });

  const show = automationEditors(screens);
  it("is explained beside the next reports of an automated report", async () => {
    const { page, callsOf } = await show({
      automation: activeReport,
      change: { "automations/why-missing": () => ({ data: toFrance }) },
    });
    await link(page).click();
    await field(page).fill("1200");
    await check(page).click();
    await page.getByText(toFrance.Sentence).waitFor();
    expect(callsOf("automations/why-missing").map(({ body }) => body)).toEqual([
      { id: activeReport.id, RunId: null, Name: "1200" },
    ]);
    await expectAccessibleInBothThemes(page);
  });

  it("is explained for a report that was made", async () => {
    const server = runsServer({});
    const { page, callsOf } = await screens.open("/Automation/History/a1", {
      account,
      clockFrom: automationsNow,
      script: { ...server.script, "automations/why-missing": () => ({ data: toFrance }) },
    });
    await page
      .getByRole("button", { name: /^How it was made/ })
      .first()
      .click();
    const panel = page.getByRole("complementary", { name: "How it was made" });
    await panel.getByRole("button", { name: "Is an order missing?" }).click();
    await field(page).fill("1200");
    await check(page).click();
    await panel.getByText(toFrance.Sentence).waitFor();
    expect(callsOf("automations/why-missing")[0]?.body).toMatchObject({ id: "a1", RunId: expect.any(String) });
    await expectAccessibleInBothThemes(page);
  });
});

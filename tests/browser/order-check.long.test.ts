import { describe, expect, it } from "vitest";
import { expectAccessible } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { address } from "./support/filter-editor.ts";
import { reportsWithFilters } from "./support/filtered-reports.ts";
import { tabTo } from "./support/keyboard.ts";
import { useScreens } from "./support/screens.ts";
import { account, job, pageState, type Script } from "./support/scripted-api.ts";
import { answering, begun, checkStep, emptied, ended, stepsOf } from "./support/scripted-checks.ts";
import { filterServer } from "./support/scripted-filters.ts";

describe.runIf(hasChromium())("a count with a check", () => {
  const screens = useScreens();
  const open = async (chosen: string | null, change: Script = {}) => {
    const { server, script } = reportsWithFilters(chosen);
    const opened = await screens.open("/Reports", { account, script: { ...script, ...change } });
    return { ...opened, server, steps: () => stepsOf(opened.callsOf("orders/check")) };
  };

  it("becomes exact once all orders are checked", async () => {
    const { page, steps, callsOf } = await open("f1", {
      "orders/check": answering(begun, { c1: ended }),
      "reporting/generateReport": () => ({ data: job({}) }),
    });
    await page.getByText("exactly 12 orders", { exact: true }).waitFor();
    await page.getByText("All 1,204 orders that your store found were checked").waitFor();
    expect(steps()).toEqual([
      ["f1", null],
      ["f1", "c1"],
    ]);
    expect(await page.getByRole("button", { name: /^Some conditions are checked only/ }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Generate" }).click();
    await expect.poll(() => callsOf("reporting/generateReport")[0]?.body).toMatchObject({ EmptyExpected: false });
  });

  it("shows its progress, and can be stopped and continued by keyboard", async () => {
    let isSlow = true;
    const { page, steps } = await open("f1", {
      "orders/check": (body) => answering(begun, isSlow ? {} : { c1: ended })(body),
    });
    await page.getByText("<=1,204 orders", { exact: true }).waitFor();
    await page.getByText("3 or more orders, 250 of 1,204 checked so far").waitFor();
    await tabTo(page, page.getByRole("button", { name: "Stop checking" }));
    await page.keyboard.press("Enter");
    await page.getByText("3 or more orders, 250 of 1,204 checked.", { exact: true }).waitFor();
    const before = steps().length;
    isSlow = false;
    await page.getByRole("button", { name: "Continue checking" }).click();
    await page.getByText("exactly 12 orders", { exact: true }).waitFor();
    expect(steps().slice(before)).toEqual([["f1", "c1"]]);
  });

  it("ends if another filter or none is chosen", async () => {
    const aborted: string[] = [];
    const { page, steps } = await open("f1", { "orders/check": answering(begun) });
    page.on("requestfailed", (request) => request.url().includes("orders/check") && aborted.push(request.url()));
    await page.getByText(/^3 or more orders/).waitFor();
    await page.getByRole("combobox", { name: "Filter", exact: true }).click();
    await page.getByRole("option", { name: "Paid this week" }).click();
    await expect.poll(() => steps().at(-1)).toEqual(["f2", "c1"]);
    expect(aborted).toHaveLength(1);
    await page.getByRole("combobox", { name: "Filter", exact: true }).click();
    await page.getByRole("option", { name: "No filter" }).click();
    await page.getByText(/^3 or more orders/).waitFor({ state: "hidden" });
    await expect.poll(() => aborted.length).toBe(2);
  });

  it("ends if the page is left", async () => {
    const { page, steps } = await open("f1", { "orders/check": answering(begun) });
    const aborted = page.waitForEvent("requestfailed", (request) => request.url().includes("orders/check"));
    await page.getByText(/^3 or more orders/).waitFor();
    await page.getByRole("link", { name: "Manager" }).first().click();
    await aborted;
    expect(steps()).toHaveLength(2);
  });

  it("keeps its result if the store doesn't answer, and can retry", async () => {
    let isAway = true;
    const { page } = await open("f1", {
      "orders/check": (body) =>
        answering(begun, {
          c1: isAway ? { status: 502, error: { code: "x", message: "Your store does not answer." } } : ended,
        })(body),
    });
    await page.getByText("3 or more orders, 250 of 1,204 checked. Your store does not answer.").waitFor();
    isAway = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("exactly 12 orders", { exact: true }).waitFor();
  });

  it("stays an upper bound if there are more than 2,000 orders", async () => {
    const most = checkStep({ Left: 31, Checked: 2_000, Total: 12_000 });
    const { page } = await open("f1", { "orders/check": answering(most) });
    await page.getByText("31 or more orders (newest 2,000 of 12,000 checked)").waitFor();
    await page.getByText("<=1,204 orders", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: /checking$/ }).count()).toBe(0);
  });

  it("of zero tells Generate that the report will be empty", async () => {
    const { page, callsOf } = await open("f1", {
      "orders/check": answering(emptied),
      "reporting/generateReport": () => ({ data: job({}) }),
    });
    await page.getByText("exactly 0 orders", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Generate" }).click();
    await expect.poll(() => callsOf("reporting/generateReport")[0]?.body).toMatchObject({ EmptyExpected: true });
  });

  it("isn't checked if the store's count is exact and large enough", async () => {
    const { page, server, steps } = await open("f2");
    await page.getByText("<=1,204 orders", { exact: true }).waitFor();
    await expect.poll(() => steps().length).toBe(1);
    server.count = { Count: 87, HasPostProcessFilters: false };
    await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
    await page.getByText("87 orders", { exact: true }).waitFor();
    expect(steps()).toHaveLength(1);
  });
});

describe.runIf(hasChromium())("why so few orders are left", () => {
  const screens = useScreens();
  const why = { name: "Why no orders are left" };

  it("is shown by condition on Generate report, where the empty one can be removed by mouse and restored", async () => {
    const { server, script } = reportsWithFilters("f1");
    const { page } = await screens.open("/Reports", {
      account,
      script: { ...script, "orders/check": answering(emptied) },
    });
    const funnel = page.getByRole("region", why);
    await funnel.waitFor();
    const lines = await funnel.getByRole("listitem").allInnerTexts();
    expect(lines.map((text) => text.split(/\n+/))).toEqual([
      ["Orders on these dates", "300"],
      ["Financial status: Paid or partially paid", "240 left"],
      ["Tags (Order): wholesale, vip, not “test”", "at most 40 left"],
      [
        "Vendor (Product): Meltemi Linen",
        "none left",
        "Rules out the last orders.",
        "Remove this condition",
        "Changes the filter for every report that uses it.",
      ],
      ["SKU (Variant): any value", "none left"],
    ]);
    await expectAccessible(page);
    const vendor = () =>
      server.filters.find(({ id }) => id === "f1")?.OrderSievers.find(({ Field }) => Field === 3000)?.Filter;
    await funnel.getByRole("button", { name: "Remove this condition" }).click();
    await page.getByText("Removed “Vendor (Product): Meltemi Linen”.").waitFor();
    expect(vendor()).toBeUndefined();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(vendor).toEqual(["Meltemi Linen"]);
    await page.getByText(/^Removed “/).waitFor({ state: "hidden" });
  });

  it("is shown only on request if a few are left, as that may be intended", async () => {
    const { script } = reportsWithFilters("f1");
    const few = checkStep({
      Left: 4,
      Checked: 21,
      Total: 21,
      IsWhole: true,
      Funnel: {
        Orders: 300,
        Rows: [
          { Field: "financial_status", Left: 21, Bound: "exact", EmptiesAlone: false },
          { Field: "OrderSievers.3000", Left: 4, Bound: "exact", EmptiesAlone: false },
        ],
      },
    });
    const { page } = await screens.open("/Reports", { account, script: { ...script, "orders/check": answering(few) } });
    const ask = page.getByRole("button", { name: "Why only 4 orders?" });
    await tabTo(page, ask);
    expect(await page.getByRole("button", { name: "Remove this condition" }).count()).toBe(0);
    await page.keyboard.press("Enter");
    // It leaves the smallest part of 300 orders.
    const first = page.getByRole("listitem").filter({ hasText: "21 left" });
    await first.getByRole("button", { name: "Remove this condition" }).waitFor();
    await expectAccessible(page);
  });

  it("is shown in the filter editor, and works there by keyboard only", async () => {
    const { server, script } = filterServer();
    server.count = { Count: 128, HasPostProcessFilters: true };
    const { page } = await screens.open(address, {
      account,
      script: { ...script, "orders/check": answering(emptied) },
    });
    await page.getByText("exactly 0 orders", { exact: true }).waitFor();
    await tabTo(page, page.getByRole("region", why).getByRole("button", { name: "Remove this condition" }));
    await page.keyboard.press("Enter");
    const undo = page.getByRole("button", { name: "Undo" });
    await expect.poll(() => server.filter.OrderSievers.some(({ Field }) => Field === 3000)).toBe(false);
    await expect.poll(() => undo.evaluate((element) => element.matches(":focus"))).toBe(true);
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect
      .poll(() => server.filter.OrderSievers.find(({ Field }) => Field === 3000)?.Filter)
      .toEqual(["Meltemi Linen"]);
  });

  it("is shown for an empty report, as of the time it was requested", async () => {
    const { script } = reportsWithFilters(null);
    const Filters = { ...pageState.UserOrderFilters, report_filter_id: "f1" };
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      script: {
        ...script,
        "reporting/getExportList": () => ({ data: [job({ Orders: 0, Filters })] }),
        "orders/check": answering(emptied),
      },
    });
    await page.getByRole("button", { name: /^Report exports/ }).click();
    await page.locator("aside").getByRole("button", { name: "Why the report is empty?" }).click();
    const dialog = page.getByRole("dialog", { name: "Empty report" });
    await dialog.getByRole("region", why).getByText("Vendor (Product): Meltemi Linen").waitFor();
    expect(callsOf("orders/check")[0]?.body).toMatchObject({ At: "2026-11-20T10:05:00.000Z" });
    await expectAccessible(page);
  });
});

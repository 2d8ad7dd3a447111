import { describe, expect, it } from "vitest";
import { expectAccessible } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { reportsWithFilters } from "./support/filtered-reports.ts";
import { tabTo } from "./support/keyboard.ts";
import { useScreens } from "./support/screens.ts";
import { account, job, noOrders, pageState, type Script } from "./support/scripted-api.ts";

describe.runIf(hasChromium())("The filter on Generate report", () => {
  const screens = useScreens();
  const open = async (chosen: string | null, change: Script = {}, room = 25) => {
    const { server, script } = reportsWithFilters(chosen, room);
    const opened = await screens.open("/Reports", { account, script: { ...script, ...change } });
    const field = opened.page.getByRole("combobox", { name: "Filter", exact: true });
    await field.waitFor();
    return { ...opened, server, field };
  };
  const savedFilter = (body: unknown) => (body as typeof pageState | undefined)?.UserOrderFilters.report_filter_id;

  it("may be none, the page's own, or one of the merchant's in their order, by mouse", async () => {
    const { page, field, callsOf } = await open(null, { "reporting/generateReport": () => ({ data: job({}) }) });
    expect(await field.innerText()).toBe("No filter");
    await field.click();
    expect((await page.getByRole("option").allInnerTexts()).map((text) => text.split("\n")[0])).toEqual([
      "No filter",
      "Custom filter",
      "Wholesale, to be shipped",
      "Paid this week",
    ]);
    // The live page's own has the same name, and is not offered here.
    await page.getByRole("option", { name: "Custom filter" }).click();
    await expect.poll(() => savedFilter(callsOf("appData/setManualExport").at(-1)?.body)).toBe("custom");
    await field.click();
    await page.getByRole("option", { name: "Paid this week" }).click();
    await expect.poll(() => savedFilter(callsOf("appData/setManualExport").at(-1)?.body)).toBe("f2");
    await page.getByRole("button", { name: "Generate" }).click();
    await expect.poll(() => savedFilter(callsOf("reporting/generateReport")[0]?.body)).toBe("f2");
  });

  it("can be chosen by keyboard, and is shown and counted again at the next visit", async () => {
    const { page, field, callsOf, server } = await open("f2");
    await tabTo(page, field);
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await expect.poll(() => server.page.UserOrderFilters.report_filter_id).toBe("f1");
    await page.getByText("<=1,204 orders", { exact: true }).waitFor();
    await page.reload();
    await field.filter({ hasText: "Wholesale, to be shipped" }).waitFor();
    await page.getByText("<=1,204 orders", { exact: true }).waitFor();
    expect(callsOf("orders/page-count").length).toBeGreaterThan(1);
  });

  it("is described in words: the part that the store checks, and the part checked afterwards", async () => {
    const { page, field } = await open("f1");
    const card = page.getByRole("region", { name: "What the filter keeps" });
    await card.getByText(/^Orders that are .*paid or partially paid, .* tagged “wholesale” or “vip”/).waitFor();
    const lists = card.getByRole("list");
    expect(await lists.nth(0).getByRole("listitem").allInnerTexts()).toEqual([
      "Financial status: Paid or partially paid",
      "Order status: Open",
    ]);
    expect(await lists.nth(1).getByRole("listitem").allInnerTexts()).toContain("Vendor (Product): Meltemi Linen");
    await field.click();
    await page.getByRole("option", { name: "Custom filter" }).click();
    await page.getByText("This filter keeps every order.").waitFor();
    expect(await card.count()).toBe(0);
    await field.click();
    await page.getByRole("option", { name: "No filter" }).click();
    await page.getByText("This filter keeps every order.").waitFor({ state: "hidden" });
  });

  it("links to its editor and back, by keyboard, without changing the page", async () => {
    const { page, field, server } = await open("f1");
    await page.getByText("XML", { exact: true }).click();
    const link = page.getByRole("link", { name: "Edit this filter" });
    await tabTo(page, link);
    await page.keyboard.press("Enter");
    await page.getByRole("textbox", { name: "Title" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/Filters/Edit/f1");
    const back = page.getByRole("link", { name: "Back to Reports" });
    await tabTo(page, back);
    await page.keyboard.press("Enter");
    await field.filter({ hasText: "Wholesale, to be shipped" }).waitFor();
    expect(await page.getByRole("radio", { name: "XML" }).isChecked()).toBe(true);
    expect(server.page).toMatchObject({ FileType: 3, UserOrderFilters: { report_filter_id: "f1" } });
  });

  it("can be created and edited, and is chosen on return", async () => {
    const { page, field, callsOf, server } = await open(null);
    await page.getByRole("button", { name: "Create a filter" }).click();
    await page.waitForURL(/\/Filters\/Edit\/new$/);
    await page.getByRole("link", { name: "Back to Reports" }).click();
    await field.filter({ hasText: "New filter 1" }).waitFor();
    expect(callsOf("filters/create-new")).toHaveLength(1);
    await expect.poll(() => server.page.UserOrderFilters.report_filter_id).toBe("new");
  });

  it("can't be created over the quota, as the page or the server says", async () => {
    const words = "You cannot add new filters. You have exceed the filter's quota";
    const full = await open(null, {}, 2);
    await full.page.getByText(words).waitFor();
    expect(await full.page.getByRole("button", { name: "Create a filter" }).count()).toBe(0);
    let refusal = { status: 200, error: { code: "quota", message: words } };
    const { page } = await open(null, { "filters/create-new": () => refusal });
    await page.getByRole("button", { name: "Create a filter" }).click();
    await page.getByRole("alert").filter({ hasText: words }).waitFor();
    refusal = { status: 500, error: { code: "Broken", message: "Not now." } };
    await page.getByRole("button", { name: "Create a filter" }).click();
    await page.getByRole("alert").filter({ hasText: "Cannot create a new filter" }).waitFor();
  });

  it("stays chosen if it was deleted, with a notice, and blocks Generate until another is chosen", async () => {
    const { page, field, callsOf } = await open("f0");
    await page.getByText("The selected filter was deleted. Choose another, or continue without a filter.").waitFor();
    await page.getByText("choose a filter first", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Generate" }).isDisabled()).toBe(true);
    expect(await field.innerText()).toBe("Deleted filter");
    expect(callsOf("appData/setManualExport")).toEqual([]);
    const without = page.getByRole("button", { name: "Use no filter" });
    await tabTo(page, without);
    await page.keyboard.press("Enter");
    await page.getByText("<=1,204 orders", { exact: true }).waitFor();
    expect(savedFilter(callsOf("appData/setManualExport").at(-1)?.body)).toBeNull();
    expect(await page.getByRole("button", { name: "Generate" }).isEnabled()).toBe(true);
  });

  it("causes the server's error, then the page's, if it is deleted during the request", async () => {
    const error = { code: "unknown", message: "This filter can't be found. Choose another one." };
    const { page, server } = await open("f2", { "reporting/generateReport": () => ({ status: 404, error }) });
    await page.getByText("<=1,204 orders", { exact: true }).waitFor();
    server.remove("f2");
    await page.getByRole("button", { name: "Generate" }).click();
    await page.getByText(error.message).waitFor();
    await page.getByText("The filter “Paid this week” was deleted.").waitFor();
    expect(server.page.UserOrderFilters.report_filter_id).toBe("f2");
  });

  it.each([
    ["was saved in another tab", `new BroadcastChannel("sheaf-filters").postMessage({ filterId: "f2" })`],
    ["was changed while the window was out of sight", `window.dispatchEvent(new Event("visibilitychange"))`],
  ])("is reloaded, described and counted again if it %s", async (_how, event) => {
    const { page, field, server } = await open("f2");
    await page.getByText("<=1,204 orders", { exact: true }).waitFor();
    await page.getByText(/^Orders that are open and paid\.$/).waitFor();
    server.change("f2", { title: "Refunded", financial_status: 6, order_status: 0 });
    server.count = { Count: 9, HasPostProcessFilters: false };
    await page.evaluate(event);
    await page.getByText(/^Orders that are refunded\.$/).waitFor();
    await page.getByText("9 orders", { exact: true }).waitFor();
    await field.filter({ hasText: "Refunded" }).waitFor();
  });

  it("reloads the orders to choose from if its conditions change", async () => {
    const { page, server, callsOf } = await open("f2");
    await page.getByRole("checkbox", { name: "Select specific orders" }).click();
    const dialog = page.getByRole("dialog", { name: "Select specific orders" });
    await dialog.getByText(/that match the native conditions of “Paid this week”, newest first/).waitFor();
    expect(await dialog.getByText(/newest first/).textContent()).toMatch(/^Orders (until|of \d)/);
    await dialog.getByRole("row", { name: "#1299" }).waitFor();
    const before = callsOf("orders/selectedOrders").length;
    server.change("f2", { financial_status: 6 });
    await page.evaluate(`new BroadcastChannel("sheaf-filters").postMessage({ filterId: "f2" })`);
    await expect.poll(() => callsOf("orders/selectedOrders").length).toBe(before + 1);
  });

  it("applies only its line conditions to chosen orders, and says so", async () => {
    const { page } = await open("f1");
    await page.getByRole("checkbox", { name: "Select specific orders" }).click();
    await page.getByRole("row", { name: "#1299" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByText("the dates and the filter’s conditions on orders don't apply.").waitFor();
    const card = page.getByRole("region", { name: "What the filter keeps of these orders" });
    await card.getByText(/^Only lines /).waitFor();
    expect(await card.getByText(/Tags \(Order\)/).count()).toBe(0);
    expect(await page.getByText("Total orders:").count()).toBe(0);
  });

  it("shows why a count is only an upper bound on touch, too", async () => {
    const { page } = await open("f1");
    const sign = page.getByRole("button", { name: /^Some conditions are checked only while/ });
    const reason = page.getByRole("tooltip", { name: /so the final number may be lower/ });
    // A count that arrives just then redraws the icon under the finger: a person touches it again.
    const touched = async () => {
      await sign.dispatchEvent("touchstart");
      return reason.waitFor({ timeout: 3_000 }).then(
        () => true,
        () => false,
      );
    };
    await expect.poll(touched).toBe(true);
    await expectAccessible(page);
  });

  it("is among the reasons for an empty report: its statuses and its other conditions", async () => {
    const { page } = await open("f1", noOrders);
    await page.getByRole("button", { name: "Why the report is empty?" }).click();
    const dialog = page.getByRole("dialog", { name: "Empty report" });
    await dialog
      .getByText(/^The filter “Wholesale, to be shipped” keeps only orders that are open, .*paid or partially paid\.$/)
      .waitFor();
    await dialog.getByText(/^It also has conditions on Tags \(Order\), .* and 6 more fields\./).waitFor();
  });

  it("is named as deleted if the filter of an empty export was", async () => {
    const filters = { ...pageState.UserOrderFilters, report_filter_id: "f0" };
    const { page } = await open(null, {
      "reporting/getExportList": () => ({ data: [job({ Orders: 0, Filters: filters })] }),
    });
    await page.getByRole("button", { name: /^Report exports/ }).click();
    await page.locator("aside").getByRole("button", { name: "Why the report is empty?" }).click();
    await page.getByText(/^The report was made with a filter that has since been deleted,/).waitFor();
    await expectAccessible(page);
  });

  it("hides the welcome if the merchant has filters of their own", async () => {
    const none: Script = { "reports/get-reports": () => ({ data: [] }) };
    const old = await open(null, none);
    await old.page.getByRole("button", { name: "Create a new design" }).waitFor();
    expect(await old.page.getByText("Welcome to Sheaf").count()).toBe(0);
    const fresh = await screens.open("/Reports", { account, script: none });
    await fresh.page.getByText("Welcome to Sheaf").waitFor();
  });

  it("causes a toast 'Cannot fetch filters from server' if it can't be loaded, and can be retried or ignored", async () => {
    let broken = true;
    const { script } = reportsWithFilters(null);
    const { page, field } = await open(null, {
      "filters/get-filters": (body, url) =>
        broken
          ? { status: 500, error: { code: "Broken", message: "Away." } }
          : (script["filters/get-filters"]?.(body, url) ?? "no response"),
    });
    await page.getByRole("alert").filter({ hasText: "Cannot fetch filters from server" }).waitFor();
    expect(await page.getByRole("button", { name: "Generate" }).isEnabled()).toBe(true);
    broken = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("We couldn't load your filters.").waitFor({ state: "hidden" });
    await field.click();
    await page.getByRole("option", { name: "Paid this week" }).waitFor();
  });
});

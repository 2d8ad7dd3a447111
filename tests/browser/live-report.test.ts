import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import type { OpenOptions } from "./support/open-page.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script } from "./support/scripted-api.ts";
import { liveServer } from "./support/scripted-live.ts";

const clockFrom = "2026-11-20T12:05:30Z";
const table = "reportData/live-table";

/** Simulates that the tab is hidden or visible. */
const beSeen = (page: Page, state: "hidden" | "visible") =>
  page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => value });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

describe.runIf(hasChromium())("the live report", () => {
  const screens = useScreens();
  const open = async ({
    path = "/Live",
    change = {} as Script,
    count = 60,
    ...more
  }: OpenOptions & { path?: string; change?: Script; count?: number } = {}) => {
    const given = liveServer(count);
    const opened = await screens.open(path, { account, clockFrom, script: { ...given.script, ...change }, ...more });
    return { ...opened, ...given, asked: () => opened.callsOf(table) };
  };
  const gathered = (page: Page, at = "14:05") => page.getByText(`Gathered at: ${at}`, { exact: true }).waitFor();
  const configuration = (page: Page) => page.getByRole("button", { name: /^Configuration/ }).last();

  it("is in the header, has its title and help, and says when it was gathered, in the shop's time zone", async () => {
    const { page, asked } = await open({ path: "/Manager" });
    await page.getByRole("link", { name: "Live", exact: true }).first().click();
    await page.getByRole("heading", { level: 1, name: "Live report" }).waitFor();
    expect(await page.title()).toBe("Live report · Sheaf");
    await gathered(page);
    await page.locator("nav[aria-label=Main] a[aria-current=page]", { hasText: "Live" }).waitFor();
    await page.getByRole("cell", { name: "#1060", exact: true }).first().waitFor();
    expect(asked()[0]).toMatchObject({ query: { reportId: "a" }, body: [] });
    await page.getByRole("button", { name: "Help and tips" }).click();
    await page.getByRole("heading", { name: "How fresh it is" }).waitFor();
  });

  it("says only once that there are no orders", async () => {
    const { page } = await open({ count: 0 });
    await gathered(page);
    await page.getByText("This report is empty: no orders match.").waitFor();
    await page.getByText("0 orders, 0 rows").first().waitFor();
    expect(await page.getByText("0 orders, 0 rows").filter({ visible: true }).count()).toBe(1);
  });

  it("is in the menu on a phone", async () => {
    const { page } = await open({ path: "/Manager", width: 390, height: 844 });
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Live" }).click();
    await gathered(page);
  });

  it("is gathered again from the store by 'Refresh now'", async () => {
    const { page, server, asked } = await open();
    await gathered(page);
    server.gatheredAt = "2026-11-20T12:06:00.000Z";
    await page.getByRole("button", { name: "Refresh now" }).click();
    await gathered(page, "14:06");
    expect(asked().map(({ query }) => query.refresh)).toEqual([undefined, "true"]);
  });

  it("refreshes every five minutes if auto-refresh is on, which is remembered only for this report", async () => {
    const { page, server, asked } = await open();
    await gathered(page);
    await page.clock.runFor(301_000);
    expect(asked()).toHaveLength(1);
    await page.getByRole("checkbox", { name: "Auto-refresh" }).check();
    await expect.poll(() => asked().length).toBe(2);
    server.gatheredAt = new Date(await page.evaluate(() => Date.now())).toISOString();
    await page.reload();
    expect(await page.getByRole("checkbox", { name: "Auto-refresh" }).isChecked()).toBe(true);
    await page.getByText(/^Gathered at: 14:1/).waitFor();
    const before = asked().length;
    await page.clock.runFor(270_000);
    expect(asked()).toHaveLength(before);
    await page.clock.runFor(35_000);
    await expect.poll(() => asked().length).toBe(before + 1);
    await page.goto(new URL("/Live/b", page.url()).href);
    expect(await page.getByRole("checkbox", { name: "Auto-refresh" }).isChecked()).toBe(false);
  });

  it("doesn't refresh while the tab is hidden, and catches up when it is visible again", async () => {
    const { page, asked } = await open();
    await gathered(page);
    await page.getByRole("checkbox", { name: "Auto-refresh" }).check();
    await beSeen(page, "hidden");
    await page.clock.runFor(3_600_000);
    expect(asked()).toHaveLength(1);
    await beSeen(page, "visible");
    await expect.poll(() => asked().length).toBe(2);
  });

  it("switches to another chosen design with that design's own choices, and remembers it", async () => {
    const { page, asked, callsOf } = await open();
    await gathered(page);
    await configuration(page).click();
    await page.getByRole("heading", { name: "Select report design" }).waitFor();
    await page.getByRole("combobox", { name: "Report design" }).click();
    await page.getByRole("option", { name: "Monthly accounts" }).click();
    await page.waitForURL(/\/Live\/b$/);
    await expect.poll(() => asked().at(-1)?.query.reportId).toBe("b");
    await expect.poll(() => callsOf("appData/setLive").at(-1)?.query.reportId).toBe("b");
    expect(callsOf("appData/getLive").at(-1)?.query).toEqual({ reportId: "b" });
  });

  it("keeps the focus in the field if another design is chosen, even if the store is slow", async () => {
    const { page, asked, callsOf } = await open();
    const { promise: later, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(/appData\/getLive\?reportId=b/, async (route) => {
      await later;
      await route.fallback();
    });
    await gathered(page);
    await configuration(page).click();
    const field = page.getByRole("combobox", { name: "Report design" });
    const hasFocus = () => field.evaluate((one) => one === document.activeElement);
    await tabTo(page, field);
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "Monthly accounts" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/Live\/b$/);
    await expect.poll(() => page.getByRole("listbox").count()).toBe(0);
    await expect.poll(hasFocus).toBe(true);
    expect(callsOf("appData/setLive")).toEqual([]);
    letGo();
    await expect.poll(() => asked().at(-1)?.query.reportId).toBe("b");
    expect(callsOf("appData/setLive").map(({ query }) => query.reportId)).not.toContain("a");
    expect(await hasFocus()).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    expect(await hasFocus()).toBe(true);
  });

  it("offers its own filter first, saves the choice, then reloads the report", async () => {
    const { page, calls, asked } = await open();
    await gathered(page);
    await configuration(page).click();
    const field = page.getByRole("combobox", { name: "Filter", exact: true });
    await field.click();
    expect((await page.getByRole("option").allInnerTexts()).map((text) => text.split("\n")[0])).toEqual([
      "No filter",
      "Custom filter",
      "Wholesale, to be shipped",
      "Paid this week",
    ]);
    await page.getByRole("option", { name: "Custom filter" }).click();
    await expect.poll(() => asked().length).toBe(2);
    const paths = calls.map(({ path, method }) => `${method} ${path}`);
    expect(paths.lastIndexOf("PUT appData/setLive")).toBeLessThan(paths.lastIndexOf(`POST ${table}`));
    expect(calls.find(({ path }) => path === "appData/setLive")).toMatchObject({
      query: { reportId: "a" },
      body: { report_filter_id: "live", order_date_range: 9, order_date_from: null, order_date_to: null },
    });
    await page.getByRole("link", { name: "Edit this filter" }).click();
    await page.getByRole("heading", { level: 1, name: /Edit Filter/ }).waitFor();
    await page.getByRole("link", { name: "Back to Live" }).click();
    await gathered(page);
    expect(new URL(page.url()).pathname).toBe("/Live/a");
  });

  it("covers the chosen days, and requires both days of a custom range", async () => {
    const { page, asked, callsOf } = await open();
    await gathered(page);
    await configuration(page).click();
    await page.getByRole("combobox", { name: "Date range" }).click();
    await page.getByRole("option", { name: /^Today/ }).click();
    await expect.poll(() => callsOf("appData/setLive").at(-1)?.body).toMatchObject({ order_date_range: 2 });
    await expect.poll(() => asked().length).toBe(2);
    await page.getByRole("combobox", { name: "Date range" }).click();
    await page.getByRole("option", { name: /^Custom range/ }).click();
    await expect
      .poll(() => callsOf("appData/setLive").at(-1)?.body)
      .toMatchObject({ order_date_range: 1, order_date_from: "2026-11-20", order_date_to: "2026-11-20" });
    await page.getByRole("group", { name: "From" }).waitFor();
    await expect.poll(() => asked().length).toBe(3);
  });

  it("covers individually chosen orders", async () => {
    const { page, asked, callsOf } = await open();
    await gathered(page);
    await configuration(page).click();
    await page.getByRole("checkbox", { name: "Select specific orders" }).click();
    await page.getByRole("row", { name: "#1299" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    expect(callsOf("orders/selectedOrders")[0]?.query).toEqual({ location: "live", reportId: "a", pageSize: "250" });
    await expect.poll(() => asked().at(-1)?.body).toEqual(["gid://order/1299"]);
  });

  it("says 'No report design available', and leads to creating one", async () => {
    const { page } = await open({ change: { "reports/get-reports": () => ({ data: [] }) } });
    await page.getByText("No report design available", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Create New Report Design" }).click();
    await page.getByRole("dialog").waitFor();
  });

  it("says if the design in its address was deleted", async () => {
    const unknown = { status: 404, error: { code: "unknown", message: "This report design can't be found." } };
    const { page } = await open({ path: "/Live/gone", change: { "appData/getLive": () => unknown } });
    await page.getByRole("heading", { name: "This report design was deleted" }).waitFor();
  });

  it("is compact in this browser if so configured, without sending that to the server", async () => {
    const { page, calls } = await open({ path: "/Live" });
    const height = () =>
      page
        .locator("tbody tr")
        .first()
        .evaluate((row) => row.getBoundingClientRect().height);
    await gathered(page);
    const before = await height();
    await page.evaluate(() => localStorage.setItem("LIVE_COMPACT_KEY", "on"));
    await page.reload();
    await gathered(page);
    expect(await height()).toBeLessThan(before);
    expect(calls.filter(({ method }) => method === "PUT")).toEqual([]);
  });

  it("explains a missing report in a warning, and can retry", async () => {
    const refusal = {
      status: 502,
      error: { code: "unavailable", message: "The store platform isn't answering right now." },
    };
    let answers = false;
    const { page } = await open({
      change: {
        [table]: () => (answers ? (liveServer().script[table]?.(null, new URL("http://x")) ?? refusal) : refusal),
      },
    });
    const box = page.getByRole("alert").filter({ hasText: "The store platform isn't answering right now." });
    await box.waitFor();
    expect(await box.getAttribute("class")).toContain("Warning");
    answers = true;
    await box.getByRole("button", { name: "Try again" }).click();
    await gathered(page);
    await box.waitFor({ state: "hidden" });
  });

  it("keeps its table if it can't be refreshed, and says since when", async () => {
    const { page, server } = await open();
    await gathered(page);
    server.refusal = {
      status: 502,
      error: { code: "unavailable", message: "The store platform isn't answering right now." },
    };
    await page.getByRole("button", { name: "Refresh now" }).click();
    await page
      .getByText(/haven't been able to refresh the report since 14:05, so it shows the orders from before/)
      .waitFor();
    await page.clock.runFor(120_000);
    await page.getByRole("button", { name: "Refresh now" }).click();
    await page.getByText(/been able to refresh the report since 14:05/).waitFor();
    await page.getByRole("cell", { name: "#1060", exact: true }).first().waitFor();
    await gathered(page);
    server.refusal = null;
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText(/been able to refresh/).waitFor({ state: "hidden" });
  });

  it("keeps its table without a connection", async () => {
    const { page, server } = await open();
    await gathered(page);
    server.refusal = "no response";
    await page.getByRole("button", { name: "Refresh now" }).click();
    await page.clock.runFor(1_000);
    await page.getByText(/been able to refresh the report since 14:0\d/).waitFor();
    expect(new URL(page.url()).pathname).toBe("/Live");
  });

  it("logs out with the server's message if the store withdrew its permission", async () => {
    const message = "Your store no longer lets Sheaf read its orders. Log in again.";
    const { page, server } = await open();
    await gathered(page);
    server.refusal = { status: 401, error: { code: "refresh", message } };
    await page.getByRole("button", { name: "Refresh now" }).click();
    await page.waitForURL(/\/Login/i);
    await page.getByRole("alert").filter({ hasText: message }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem("AUTH_TOKEN_KEY"))).toBeNull();
  });

  it("says why its choices couldn't be loaded, and can retry", async () => {
    let isAway = true;
    const { page, server } = await open({
      change: {
        "appData/getLive": () =>
          isAway
            ? { status: 500, error: { code: "x", message: "The page can't be read now." } }
            : { data: server.pageOf(null) },
      },
    });
    await page.getByText("The page can't be read now.").waitFor();
    isAway = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await gathered(page);
  });

  it("waits for a slow store, and shows the progress", async () => {
    const { page, server } = await open();
    await gathered(page);
    server.refusal = { status: 503, error: { code: "gathering", message: "400 of 1,000 orders are read so far." } };
    await page.getByRole("button", { name: "Refresh now" }).click();
    await page.getByText("400 of 1,000 orders are read so far.").waitFor();
    server.refusal = null;
    server.gatheredAt = "2026-11-20T12:06:10.000Z";
    await page.clock.runFor(3_000);
    await gathered(page, "14:06");
  });

  it("can be reached and used by keyboard only", async () => {
    const { page, asked, server } = await open({ count: 3 });
    await gathered(page);
    await tabTo(page, page.getByRole("button", { name: "Refresh now" }));
    await page.keyboard.press("Enter");
    await expect.poll(() => asked().length).toBe(2);
    await tabTo(page, page.getByRole("checkbox", { name: "Auto-refresh" }));
    await page.keyboard.press("Space");
    expect(await page.getByRole("checkbox", { name: "Auto-refresh" }).isChecked()).toBe(true);
    await tabTo(page, page.getByRole("region", { name: "Rows of the live report" }));
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => server.statuses.get("5001003")).toBe(1);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("New → In progress").waitFor();
    await page.keyboard.press("Escape");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute("aria-label")))
      .toBe("History of the local status of #1003");
  });

  it.each(["light", "dark"] as const)("is accessible in the %s theme", async (scheme) => {
    const { page } = await open({ scheme });
    await gathered(page);
    await configuration(page).click();
    await page.getByRole("combobox", { name: "Report design" }).waitFor();
    await expectAccessible(page);
    await expectFitsTelephone(page);
  });
});

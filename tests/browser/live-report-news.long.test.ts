import { describe, expect, it } from "vitest";
import { LocalStatus } from "#domain/enumerations.ts";
import { hasChromium } from "./support/chromium.ts";
import type { OpenOptions } from "./support/open-page.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Scripted } from "./support/scripted-api.ts";
import { liveOrder, liveServer, openEvent, ordersEvent } from "./support/scripted-live.ts";

const clockFrom = "2026-11-20T12:05:30Z";
const stream = "reportData/live-events";

describe.runIf(hasChromium())("orders that arrive while a live report is open", () => {
  const screens = useScreens();
  const open = async (answers: Scripted[], more: OpenOptions = {}) => {
    const given = liveServer(40);
    const script = { ...given.script, [stream]: (): Scripted => answers.shift() ?? "no answer yet" };
    const opened = await screens.open("/Live", { account, clockFrom, script, ...more });
    await opened.page.getByText("Gathered at: 14:05").waitFor();
    return { ...opened, ...given };
  };
  const told = (id: number, ...numbers: number[]): Scripted => ({
    events: openEvent + ordersEvent(id, { at: "2026-11-20T12:05:20Z" }, ...numbers.map((number) => liveOrder(number))),
  });

  it("are counted without a reload, and shown by a button", async () => {
    const { page, server, callsOf } = await open([told(41, 1_041, 1_042)]);
    await page.getByText("2 new orders", { exact: true }).waitFor();
    expect(callsOf("reportData/live-table")).toHaveLength(1);
    server.orders = [liveOrder(1_042), liveOrder(1_041), ...server.orders];
    server.gatheredAt = "2026-11-20T12:06:00.000Z";
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByText("Gathered at: 14:06").waitFor();
    expect(await page.getByText(/new orders?$/).count()).toBe(0);
    expect(await page.locator("tbody tr").first().innerText()).toContain("#1042");
  });

  it("are counted if the report would show them, or announced as in the shop if that is unknown", async () => {
    const at = "2026-11-20T12:05:20Z";
    const events = [
      openEvent,
      ordersEvent(41, { at }, liveOrder(1_041)),
      ordersEvent(42, { at, inReport: false }, liveOrder(1_042)),
      ordersEvent(43, { at, inReport: null }, liveOrder(1_043)),
    ];
    const { page, server } = await open([{ events: events.join("") }]);
    await page.getByText("1 new order, 1 more in the shop", { exact: true }).waitFor();
    server.orders = [liveOrder(1_041), ...server.orders];
    server.gatheredAt = "2026-11-20T12:06:00.000Z";
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByText("1 new order in the shop is not in this report.").waitFor();
    expect(await page.getByText(/new orders?$/).count()).toBe(0);
  });

  it("are requested with the token in the header, and from the last event if the stream ends", async () => {
    const { page, callsOf } = await open([told(41, 1_041), told(42, 1_042)]);
    await page.getByText("1 new order", { exact: true }).waitFor();
    expect(callsOf(stream)[0]).toMatchObject({ query: { reportId: "a" }, headers: { authorization: "Bearer token" } });
    await page.clock.runFor(1_500);
    await page.getByText("2 new orders", { exact: true }).waitFor();
    expect(callsOf(stream)[1]?.query).toEqual({ reportId: "a", after: "41" });
    await page.evaluate(() => localStorage.setItem("AUTH_TOKEN_KEY", "fresh"));
    await page.evaluate(() => window.dispatchEvent(new StorageEvent("storage", { key: "AUTH_TOKEN_KEY" })));
    // Without any response the line is dead after 40 s.
    await page.clock.runFor(50_000);
    await expect.poll(() => callsOf(stream).at(-1)?.headers.authorization).toBe("Bearer fresh");
    expect(callsOf(stream).at(-1)?.query).toEqual({ reportId: "a", after: "42" });
  });

  it("are requested less and less often while the server doesn't answer", async () => {
    const away: Scripted = { status: 503, error: { code: "busy", message: "Busy." } };
    const { page, callsOf } = await open([away, away, away, told(41, 1_041)]);
    await expect.poll(() => callsOf(stream).length).toBe(1);
    await page.clock.runFor(1_100);
    await expect.poll(() => callsOf(stream).length).toBe(2);
    await page.clock.runFor(2_100);
    await expect.poll(() => callsOf(stream).length).toBe(3);
    await page.clock.runFor(4_100);
    await page.getByText("1 new order", { exact: true }).waitFor();
  });

  it("aren't requested while the tab is hidden", async () => {
    const { page, callsOf } = await open([told(41, 1_041)]);
    await page.getByText("1 new order", { exact: true }).waitFor();
    await page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    const before = callsOf(stream).length;
    await page.clock.runFor(600_000);
    expect(callsOf(stream)).toHaveLength(before);
    await page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "visible" });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await expect.poll(() => callsOf(stream).at(-1)?.query).toEqual({ reportId: "a", after: "41" });
  });

  it("log out the user if the session has ended", async () => {
    const out: Scripted = { status: 401, error: { code: "unauthorized", message: "No." } };
    const { page } = await screens.open("/Live", { account, script: { ...liveServer().script, [stream]: () => out } });
    await page.waitForURL(/\/Login/i);
    await page.getByText("User is not authorized. Please login again.").waitFor();
  });
});

describe.runIf(hasChromium())("a live report in full screen", () => {
  const screens = useScreens();

  it("fills the screen, with larger text and only the exit button, which has the focus", async () => {
    const { script } = liveServer(40);
    const { page } = await screens.open("/Live", { account, clockFrom, script });
    await page.getByText("Gathered at: 14:05").waitFor();
    const size = () =>
      page
        .locator("tbody td")
        .first()
        .evaluate((cell) => cell.getBoundingClientRect().height);
    const before = await size();
    await page.getByRole("button", { name: "Full screen", exact: true }).click();
    await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
    await expect.poll(size).toBeGreaterThan(before);
    await page.getByText("Untitled1", { exact: true }).first().waitFor();
    expect(await page.evaluate(() => document.fullscreenElement?.querySelectorAll("button").length)).toBe(1);
    const inFocus = () => page.evaluate(() => document.activeElement?.textContent);
    await expect.poll(inFocus).toBe("Exit full screen");
    await page.keyboard.press("Enter");
    await expect.poll(size).toBe(before);
    await expect.poll(inFocus).toBe("Full screen");
  });

  it.each([1920, 1440, 700])("shows all its columns on a screen of %i px, with no status cut off", async (width) => {
    const { server, script } = liveServer(40);
    server.statuses.set(liveOrder(1_040).id, LocalStatus.InProgress);
    const { page } = await screens.open("/Live", { account, clockFrom, script, width, height: 900 });
    await page.getByText("Gathered at: 14:05").waitFor();
    await page.getByRole("button", { name: "Full screen", exact: true }).click();
    await expect.poll(() => page.locator("[data-wall]").count()).toBe(1);
    const pane = page.getByRole("region", { name: "Rows of the live report" });
    await expect
      .poll(() => pane.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
      .toBeLessThanOrEqual(0);
    const list = page.locator("td.l select").first();
    expect(await list.evaluate((one) => (one as HTMLSelectElement).selectedOptions[0]?.text)).toBe("In progress");
    const missing = await list.evaluate((one) => {
      const cell = one.closest("td");
      return cell === null ? 1 : one.getBoundingClientRect().right - cell.getBoundingClientRect().right;
    });
    expect(missing).toBeLessThanOrEqual(0);
    // Without a limit, it is as wide as its text.
    const cut = await list.evaluate((one) => {
      const shown = one.getBoundingClientRect().width;
      const { style } = one as HTMLElement;
      style.setProperty("max-width", "none", "important");
      style.setProperty("width", "max-content", "important");
      return one.getBoundingClientRect().width - shown;
    });
    expect(cut).toBeLessThanOrEqual(0);
  });
});

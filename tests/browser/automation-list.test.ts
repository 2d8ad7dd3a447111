import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { AutomationStatus } from "#domain/enumerations.ts";
import type { AutomationInfo } from "#domain/wire/automations/automation-info.ts";
import type { ListedAutomation, UpdateAutomationPayload } from "#domain/wire/automations/automations.ts";
import { chooseFilterMessage } from "#domain/workspace/automations/automation-problems.ts";
import { automationsNow } from "./support/automation-list-scenes.ts";
import { expectAccessible } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import type { OpenOptions } from "./support/open-page.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script, type Scripted } from "./support/scripted-api.ts";
import { automation, automationListServer } from "./support/scripted-automation-list.ts";
import { emptyFilter } from "./support/scripted-filters.ts";

const section = (page: Page): Locator => page.getByRole("region", { name: "All reports" });
const rows = (page: Page): Locator => section(page).getByRole("listitem");
const row = (page: Page, title: string): Locator =>
  rows(page).filter({ has: page.getByRole("link", { name: title, exact: true }) });
const titles = (page: Page): Promise<string[]> =>
  rows(page).evaluateAll((items) => items.map((item) => item.querySelector('[data-part="title"]')?.textContent ?? ""));
const more = (page: Page, title: string): Locator =>
  page.getByRole("button", { name: `More actions for ${title}`, exact: true });
const entry = (page: Page, name: string): Locator => page.getByRole("menuitem", { name, exact: true });
const choose = async (page: Page, title: string, name: string): Promise<void> => {
  await more(page, title).click();
  await entry(page, name).click();
};
const toast = (page: Page, text: string): Promise<void> => page.getByText(text, { exact: true }).waitFor();
const failing = (): Scripted => ({
  status: 503,
  error: { code: "Busy", message: "The server is busy. Try again in a moment." },
});
const full = "You cannot add new automated reports. You have exceed your automated report's quota";
const create = (page: Page): Locator => page.getByRole("button", { name: "Create automated report" });

describe.runIf(hasChromium())("the list of automated reports", () => {
  const screens = useScreens();
  const open = async (
    given: {
      server?: ReturnType<typeof automationListServer>;
      change?: Script;
      options?: OpenOptions;
      rows?: boolean;
    } = {},
  ) => {
    const server = given.server ?? automationListServer();
    const script = { ...server.script, ...given.change };
    const opened = await screens.open("/Automation", { account, clockFrom: automationsNow, script, ...given.options });
    if (given.rows !== false) await rows(opened.page).first().waitFor();
    return { ...opened, server };
  };

  it("is in the header between Manager and Contact Us, and has its own title", async () => {
    const { page } = await open();
    const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
    expect(await links.allTextContents()).toEqual(["Reports", "Live", "Manager", "Automation", "Contact Us"]);
    expect(await page.title()).toBe("Automated reports · Sheaf");
    await section(page).getByText("6 of 10").waitFor();
  });

  it("shows each report's content, schedule, destination and last outcome, in the shop's time zone", async () => {
    const { page } = await open();
    for (const words of [
      "Excel · Accounting",
      "Every day at 00:01",
      "E-mail to books@accounting.example and 2 more",
      "Next: 2026/11/24 00:01",
      "Last: Delivered today, 00:01",
    ])
      await row(page, "Accounting, every morning").getByText(words, { exact: true }).waitFor();
    await row(page, "Stock feed").getByText("Webhook to hooks.partner.example", { exact: true }).waitFor();
    expect(await section(page).textContent()).not.toContain("secret");
    await page.getByText("Times are in your shop's time zone, Europe/Athens.").waitFor();
  });

  it("shows each status as text next to its icon, and why a report failed", async () => {
    const { page } = await open();
    expect(await section(page).locator('[data-part="status"]').allTextContents()).toEqual([
      "Active",
      "Active, trying again",
      "Suspended",
      "Suspended, trying again",
      "Paused",
      "Expired",
    ]);
    const reasons = await section(page).locator('[data-part="reason"]').allTextContents();
    expect(reasons).toHaveLength(3);
    expect(reasons[0]).toBe(
      "2 failures in a row. The server at ftp.warehouse.example refused the file: “552 Disk full.”",
    );
  });

  it("shows a long reason in full on a phone, which has no tooltips", async () => {
    const { page } = await open({ options: { width: 390 } });
    const cut = (of: Locator) => of.evaluateAll((all) => all.map((one) => one.scrollHeight - one.clientHeight));
    expect(await cut(section(page).locator('[data-part="reason"] p'))).toEqual([0, 0, 0]);
  });

  it("shows the time of a first report's next attempt", async () => {
    const waiting = automation("a9", "Morning figures", {
      status: AutomationStatus.ActiveRetry,
      failed_tries: 1,
      failed_reason: "The server refused the login.",
      last_run: null,
      under_way: true,
      retry_at: "2026-11-23T12:05:00.000Z",
    });
    const { page } = await open({ server: automationListServer({ items: [waiting] }) });
    await page.getByText("Next attempt: 2026/11/23 14:05").waitFor();
    await page.getByText("First report: not sent yet").waitFor();
    await expectAccessible(page);
  });

  it("leads from a row to its editor, and from its menu to its history", async () => {
    const { page } = await open();
    const link = page.getByRole("link", { name: "Warehouse orders", exact: true });
    expect(await link.getAttribute("href")).toBe("/Automation/Edit/a2");
    await more(page, "Warehouse orders").click();
    expect(await page.getByRole("menuitem").allTextContents()).toEqual(["History", "Clone", "Pause", "Delete"]);
    await entry(page, "History").click();
    await page.waitForURL(/\/Automation\/History\/a2$/);
  });

  it("creates a report and opens its editor", async () => {
    const { page, callsOf } = await open();
    await create(page).click();
    await page.waitForURL(/\/Automation\/Edit\/new1$/);
    expect(callsOf("automations/create-new")).toHaveLength(1);
  });

  it("names missing parts in a dialog, with links to create them", async () => {
    const missing = "An automated report needs a report design and a filter. Create a filter first.";
    const { page } = await open({ server: automationListServer({ items: [], missing }), rows: false });
    await page.getByRole("heading", { name: "No automated reports available" }).waitFor();
    await create(page).click();
    const dialog = page.getByRole("dialog", { name: "Cannot create new Automated Report" });
    await dialog.getByText(missing).waitFor();
    await dialog.getByRole("link", { name: "Go to Manager" }).click();
    await page.waitForURL(/\/Manager$/);
  });

  for (const [lacks, scripts, offer] of [
    ["a filter", { "filters/get-filters": () => ({ data: [] }) }, "a filter “All orders” that keeps every order."],
    [
      "a report design",
      {
        "reports/get-reports": () => ({ data: [] }),
        "filters/get-filters": () => ({ data: [{ ...emptyFilter, id: "f1", title: "Paid" }] }),
      },
      "a starter design.",
    ],
  ] as const)
    it(`offers to create only ${lacks} if nothing else is missing`, async () => {
      const missing = `An automated report needs a report design and a filter. Create ${lacks} first.`;
      const list = automationListServer({ items: [], missing });
      const { page } = await open({ server: list, change: scripts, rows: false });
      await create(page).click();
      await page.getByText(`${missing} Sheaf can create what’s missing: ${offer}`, { exact: true }).waitFor();
    });

  it("creates missing parts by a button of that dialog, and opens the new report with the filter it named", async () => {
    const missing = "An automated report needs a report design and a filter. Create one of each first.";
    const whole = automationListServer({ items: [] });
    const lacking = automationListServer({ items: [], missing });
    let made = 0;
    const change: Script = {
      "reports/get-reports": () => ({ data: [] }),
      "filters/get-filters": () => ({ data: [] }),
      "reports/create-new": () => {
        made += 1;
        return { data: { id: "r1", title: "Order lines", ordering: 0 } };
      },
      "filters/create-new": () => {
        made += 1;
        return { data: { ...emptyFilter, id: "all", title: "All orders" } };
      },
      "automations/create-new": (body, url) =>
        (made < 2 ? lacking : whole).script["automations/create-new"]?.(body, url) ?? "no response",
    };
    const { page, callsOf } = await open({ server: lacking, change, rows: false });
    await create(page).click();
    const dialog = page.getByRole("dialog", { name: "Cannot create new Automated Report" });
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Create what’s missing" }).click();
    await page.waitForURL(/\/Automation\/Edit\/new1$/);
    expect(callsOf("reports/create-new").map(({ body }) => body)).toEqual([{ Starter: "OrderLines" }]);
    expect(callsOf("filters/create-new").map(({ body }) => body)).toEqual([{ Title: "All orders" }]);
    expect(callsOf("automations/create-new").at(-1)?.body).toEqual({ report_filter_id: "all" });
  });

  it("clones by keyboard only: the clone is last, paused and focused", async () => {
    const { page } = await open();
    await tabTo(page, more(page, "Stock feed"));
    await page.keyboard.press("Enter");
    await entry(page, "History").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await titles(page)).at(-1)).toBe("Copy of Stock feed");
    expect(await row(page, "Copy of Stock feed").locator('[data-part="status"]').textContent()).toBe("Paused");
    await expect.poll(() => more(page, "Copy of Stock feed").evaluate((one) => one.matches(":focus"))).toBe(true);
  });

  describe("with Pause and Start in a row's menu", () => {
    const status = (page: Page, title: string) => row(page, title).locator('[data-part="status"]').textContent();
    /** Serves one report, and its plan. */
    const one = (given: Partial<ListedAutomation>, Skipped: AutomationInfo["Skipped"] = null) => {
      const { last_run, ...first } = automation("a1", "Every morning", given);
      let item = first;
      const take = (changed: Partial<typeof first>) => {
        item = { ...item, ...changed };
        return { data: item, etag: '"8"' };
      };
      const change: Script = {
        "automations/get-automations": () => ({ data: [{ ...item, last_run }] }),
        "automations/get-automation/a1": () => ({ data: item, etag: '"7"' }),
        "automations/automation-info/a1": () => ({ data: { Skipped } }),
        "automations/update-automation": (body) => take({ status: (body as UpdateAutomationPayload).status }),
        "automations/start": () => take({ status: AutomationStatus.Active }),
      };
      return open({ change });
    };
    const skipped = {
      Count: 2,
      Period: { From: "2026-11-20T22:00:00.000Z", To: "2026-11-22T22:00:00.000Z" },
      Waiting: 0,
      MayHaveEach: true,
      One: [{ From: "2026-11-20T22:00:00.000Z", To: "2026-11-22T22:00:00.000Z" }],
      Each: 2,
    };

    it("pauses a report over the version just read, and starts it again", async () => {
      const { page, callsOf } = await one({});
      await choose(page, "Every morning", "Pause");
      await expect.poll(() => status(page, "Every morning")).toBe("Paused");
      await choose(page, "Every morning", "Start");
      await expect.poll(() => status(page, "Every morning")).toBe("Active");
      const sent = callsOf("automations/update-automation");
      expect(sent.map(({ body }) => (body as UpdateAutomationPayload).status)).toEqual([1, 0]);
      expect(sent.map(({ headers }) => headers["if-match"])).toEqual(['"7"', '"7"']);
    });

    it("asks about skipped time before a start", async () => {
      const { page, callsOf } = await one({ status: AutomationStatus.Paused }, skipped);
      await choose(page, "Every morning", "Start");
      const dialog = page.getByRole("dialog", { name: "What about the time that was skipped?" });
      await dialog.getByRole("radio", { name: /^No report/ }).click();
      expect(callsOf("automations/start")).toEqual([]);
      await dialog.getByRole("button", { name: "Start automated report" }).click();
      await expect.poll(() => status(page, "Every morning")).toBe("Active");
      expect(callsOf("automations/start").map(({ body }) => body)).toEqual([{ id: "a1", CatchUp: "nothing" }]);
    });

    it("makes up for the failed report of a suspended one", async () => {
      const { page, callsOf } = await one({ status: AutomationStatus.Suspended });
      await choose(page, "Every morning", "Start");
      await expect.poll(() => status(page, "Every morning")).toBe("Active");
      expect(callsOf("automations/start").map(({ body }) => body)).toEqual([{ id: "a1", CatchUp: "one" }]);
    });

    it("starts none without a filter, and says why", async () => {
      const { page, callsOf } = await one({ status: AutomationStatus.Paused, report_filter_id: "" });
      await choose(page, "Every morning", "Start");
      await toast(page, chooseFilterMessage);
      expect(callsOf("automations/update-automation")).toEqual([]);
    });
  });

  it("shows a warning instead of the create button at the quota, and Clone says why it is disabled", async () => {
    const { page, callsOf } = await open({ server: automationListServer({ most: 6 }) });
    await section(page).getByText(full).waitFor();
    expect(await create(page).count()).toBe(0);
    await more(page, "Stock feed").click();
    await entry(page, "Clone").hover();
    await page.getByRole("tooltip", { name: "You have exceeded your automated report's quota" }).waitFor();
    await entry(page, "Clone").click({ force: true });
    expect(callsOf("automations/clone")).toEqual([]);
  });

  it("deletes after a question, confirms that, and restores the report by Undo or from the deleted ones", async () => {
    const { page } = await open();
    await choose(page, "Autumn sale", "Delete");
    await page.getByRole("dialog", { name: "Delete this automated report?" }).waitFor();
    await page.getByRole("button", { name: "Delete automated report" }).click();
    await toast(page, "The Automated Report is deleted");
    await expect.poll(() => titles(page)).not.toContain("Autumn sale");
    await page.getByRole("button", { name: "Undo" }).click();
    await toast(page, "The automated report “Autumn sale” is restored. It's paused. Start it to send reports.");
    await expect.poll(() => titles(page)).toContain("Autumn sale");

    await choose(page, "Autumn sale", "Delete");
    await page.getByRole("button", { name: "Delete automated report" }).click();
    await section(page).getByRole("button", { name: "Recently deleted (1)" }).click();
    await page
      .getByRole("list", { name: "Deleted automated reports" })
      .getByRole("button", { name: /Restore/ })
      .click();
    await expect.poll(() => titles(page)).toContain("Autumn sale");
  });

  for (const [call, act, words] of [
    ["create-new", async (page: Page) => create(page).click(), "Cannot create a new automation"],
    ["clone", (page: Page) => choose(page, "Stock feed", "Clone"), "Cannot clone the Automated Report"],
    [
      "delete",
      async (page: Page) => {
        await choose(page, "Stock feed", "Delete");
        await page.getByRole("button", { name: "Delete automated report" }).click();
      },
      "Cannot delete the Automated Report",
    ],
  ] as const)
    it(`says '${words}' if that fails`, async () => {
      const { page } = await open({ change: { [`automations/${call}`]: failing } });
      await act(page);
      await toast(page, words);
      expect(await rows(page).count()).toBe(6);
    });

  it("says 'Cannot fetch Automated Reports from server', and loads them on retry", async () => {
    let fails = true;
    const server = automationListServer();
    const list = server.script["automations/get-automations"];
    const change: Script = {
      "automations/get-automations": (...given) => (fails || !list ? failing() : list(...given)),
    };
    const { page } = await open({ server, change, rows: false });
    await toast(page, "Cannot fetch Automated Reports from server");
    fails = false;
    await section(page).getByRole("button", { name: "Try again" }).click();
    await rows(page).first().waitFor();
  });

  it("updates a report's status automatically", async () => {
    const { page, server } = await open();
    server.at.items = server.at.items.map((one) =>
      one.id === "a2" ? { ...one, status: 0, failed_tries: 0, failed_reason: null } : one,
    );
    await page.clock.runFor(21_000);
    await expect.poll(() => row(page, "Warehouse orders").locator('[data-part="status"]').textContent()).toBe("Active");
  });
});

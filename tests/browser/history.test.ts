import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { openHistory, question, restoreOf } from "./support/history-scenes.ts";
import { tabTo } from "./support/keyboard.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script } from "./support/scripted-api.ts";
import { emptyFilter, filterServer } from "./support/scripted-filters.ts";
import { historyLine, historyPage, historyServer, longHistory, usualHistory } from "./support/scripted-history.ts";
import { managerServer } from "./support/scripted-manager.ts";

const clockFrom = "2026-11-20T12:05:00Z";
const panel = (page: Page, title = "Wholesale, to be shipped") =>
  page.getByRole("complementary", { name: `History of “${title}”` });
const lines = (page: Page, title?: string) => panel(page, title).getByRole("listitem");
const historyButton = (page: Page) => page.getByRole("button", { name: "History", exact: true });
const restore = (page: Page) => question(page).getByRole("button", { name: "Restore this version" });
const titleField = (page: Page) => page.getByRole("textbox", { name: "Title" });
const focused = (page: Page) => page.locator(":focus");
const busy = (message: string) => () => ({ status: 503, error: { code: "Busy", message } }) as const;

describe.runIf(hasChromium())("the history next to the filter editor", () => {
  const screens = useScreens();
  const open = (script: Script, path = "/Filters/Edit/f1") => screens.open(path, { account, script, clockFrom });

  it("lists by day who did what and when, newest first, in the shop's time zone", async () => {
    const { page, callsOf } = await open(historyServer().script);
    await openHistory(page);
    await panel(page).getByText("Created as “New filter 1”.").waitFor();
    expect(callsOf("filters/history").map(({ query }) => query)).toEqual([{ id: "f1" }]);
    expect(await panel(page).getByRole("heading", { level: 3 }).allTextContents()).toEqual([
      "Today, 2026/11/20",
      "Yesterday, 2026/11/19",
      "Wednesday, 2026/11/18",
      "Tuesday, 2026/11/17",
    ]);
    const [first, second, third] = await lines(page).allTextContents();
    expect(first).toBe("13:58YouOrder tags: added “vip”, not “test”, removed “trade”.");
    expect(second).toContain("11:15Sheaf support (A. Agent)Fulfillment status: from any to has something to ship.");
    expect(third).toContain("That was on 2026/11/17 10:30.");
    expect(await lines(page).first().getByText("13:58").getAttribute("title")).toBe("2026/11/20 13:58:12");
    // Neither the current content nor a move can be restored.
    expect(
      await panel(page)
        .getByRole("button", { name: /^Restore this version of/ })
        .count(),
    ).toBe(5);
  });

  it("restores a version after showing what changes, and updates the open editor", async () => {
    const { server, script } = historyServer();
    const { page, callsOf } = await open(script);
    await openHistory(page);
    await restoreOf(page, "2026/11/17 10:30");
    await question(page).getByText("Title: from “Wholesale, to be shipped” to “Wholesale”.").waitFor();
    await question(page).getByText("Orders tagged “trade”.").waitFor();
    expect(callsOf("filters/history-version").map(({ query }) => query)).toEqual([{ id: "f1", version: "12" }]);
    expect(callsOf("filters/restore")).toEqual([]);
    await restore(page).click();
    await page.getByText("The filter is restored", { exact: true }).waitFor();
    expect(callsOf("filters/restore").map(({ body }) => body)).toEqual([{ id: "f1", version: 12 }]);
    await expect.poll(() => titleField(page).inputValue()).toBe("Wholesale");
    await question(page).waitFor({ state: "hidden" });
    expect(await lines(page, "Wholesale").first().textContent()).toContain("Restored to an earlier version.");
    await expect.poll(() => focused(page).getAttribute("data-line")).toBe("0");
    const restoredEtag = `"${server.version}"`;
    await titleField(page).fill("Wholesale again");
    await expect.poll(() => callsOf("filters/update-filter").length).toBe(1);
    const [saved] = callsOf("filters/update-filter");
    expect(saved?.headers["if-match"]).toBe(restoredEtag);
    expect(saved?.body).toMatchObject({ title: "Wholesale again", OrderSievers: [{ Field: 1001, Filter: ["trade"] }] });
  });

  it("saves unsaved changes before it compares and restores", async () => {
    const { script } = historyServer();
    let failing = true;
    const save = script["filters/update-filter"];
    const { page, calls, callsOf } = await open({
      ...script,
      "filters/update-filter": (body, url) =>
        failing ? busy("The server is busy. Try again in a moment.")() : (save?.(body, url) ?? "no answer yet"),
    });
    await openHistory(page);
    await titleField(page).fill("Typed a moment ago");
    await page.getByText("Your last changes are not saved yet. The server is busy. Try again in a moment.").waitFor();
    failing = false;
    const tries = callsOf("filters/update-filter").length;
    await restoreOf(page, "2026/11/17 10:30");
    await restore(page).click();
    await page.getByText("The filter is restored", { exact: true }).waitFor();
    const order = calls.map(({ path }) => path).filter((path) => /update-filter|history-version|restore/.test(path));
    expect(order.slice(tries)).toEqual(["filters/update-filter", "filters/history-version", "filters/restore"]);
    expect(callsOf("filters/update-filter").at(-1)?.body).toMatchObject({ title: "Typed a moment ago" });
  });

  it("restores nothing while there are changes that can't be saved, and says so", async () => {
    const { page, callsOf } = await open(historyServer().script);
    await titleField(page).fill("");
    await openHistory(page);
    await restoreOf(page, "2026/11/17 10:30");
    await question(page).getByText("Some of your changes couldn't be saved yet.").waitFor();
    expect(await restore(page).isDisabled()).toBe(true);
    await question(page).getByRole("button", { name: "Cancel" }).click();
    expect(callsOf("filters/restore")).toEqual([]);
    expect(await titleField(page).inputValue()).toBe("");
    await titleField(page).fill("Mended");
    await restoreOf(page, "2026/11/17 10:30");
    await question(page).getByText("What changes").waitFor();
  });

  it("says what couldn't be restored until that is closed", async () => {
    const { at, script } = historyServer();
    at.notRestored = ["Title could not be restored. A title cannot contain < or >.", "Order location could not come."];
    const { page } = await open(script);
    await openHistory(page);
    await restoreOf(page, "2026/11/17 10:29");
    await question(page).getByText("Not everything can come back.").waitFor();
    await restore(page).click();
    const note = panel(page, "Wholesale").getByRole("alert");
    await note.getByText("Restored, but not everything could come back.").waitFor();
    expect(await note.getByRole("listitem").allTextContents()).toEqual(at.notRestored);
    await question(page).waitFor({ state: "hidden" });
    await page.clock.fastForward(60_000);
    await note.waitFor();
    await expect.poll(() => note.evaluate((element) => element.getBoundingClientRect().top > 60)).toBe(true);
    await note.getByRole("button", { name: "Close" }).click();
    await note.waitFor({ state: "hidden" });
  });

  it("offers no restoration if nothing would change", async () => {
    const { at, script } = historyServer();
    at.changes = [];
    const { page } = await open(script);
    await openHistory(page);
    await restoreOf(page, "2026/11/17 10:29");
    await question(page).getByText("Nothing would change. It already looks like this.").waitFor();
    expect(await restore(page).count()).toBe(0);
    await question(page).getByRole("button", { name: "Close" }).click();
  });

  it("shows a new edit automatically, and one of this window at once", async () => {
    const { at, script } = historyServer();
    const { page } = await open(script);
    await openHistory(page);
    await panel(page).getByText("Created as “New filter 1”.").waitFor();
    const [newest] = usualHistory;
    if (newest === undefined) throw new Error("There is no history.");
    at.lines = [{ ...newest, Version: 41, Sentence: "Renamed from “a” to “Another”." }, ...at.lines];
    await titleField(page).fill("Another");
    await panel(page, "Another").getByText("Renamed from “a” to “Another”.").waitFor();
  });

  it("shows 50 entries at a time, and moves the focus to the first older one", async () => {
    const { page, callsOf } = await open(historyServer(longHistory).script);
    await openHistory(page);
    const older = panel(page).getByRole("button", { name: "Show older" });
    await older.waitFor();
    expect(await lines(page).count()).toBe(50);
    await older.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => lines(page).count()).toBe(100);
    await expect.poll(() => focused(page).textContent()).toContain("Renamed from “Name 69” to “Name 70”.");
    await older.click();
    await expect.poll(() => lines(page).count()).toBe(120);
    expect(await older.count()).toBe(0);
    expect(callsOf("filters/history").map(({ query }) => query)).toEqual([
      { id: "f1" },
      { id: "f1", before: "50" },
      { id: "f1", before: "100" },
    ]);
  });

  it("says if older entries can't be loaded, and keeps the others, and the focus for a retry", async () => {
    const { script } = historyServer(longHistory);
    let failing = true;
    const { page } = await open({
      ...script,
      "filters/history": (body, url) =>
        failing && url.searchParams.has("before")
          ? busy("No older lines now.")()
          : (script["filters/history"]?.(body, url) ?? "no answer yet"),
    });
    await openHistory(page);
    const older = panel(page).getByRole("button", { name: "Show older" });
    await tabTo(page, older, 80);
    await page.keyboard.press("Enter");
    await panel(page).getByText("No older lines now.").waitFor();
    expect(await lines(page).count()).toBe(50);
    expect(await focused(page).textContent()).toBe("Show older");
    failing = false;
    await page.keyboard.press("Enter");
    await expect.poll(() => lines(page).count()).toBe(100);
    await expect.poll(() => focused(page).getAttribute("data-line")).toBe("50");
    expect(await panel(page).getByText("No older lines now.").count()).toBe(0);
  });

  it("keeps the loaded older entries when a new edit comes", async () => {
    const { at, script } = historyServer(longHistory);
    const { page } = await open(script);
    await openHistory(page);
    await panel(page).getByRole("button", { name: "Show older" }).click();
    await expect.poll(() => lines(page).count()).toBe(100);
    at.lines = [historyLine({ Version: 1_001, Sentence: "Renamed from “Name 120” to “Another”." }), ...at.lines];
    await titleField(page).fill("Another");
    await panel(page, "Another").getByText("Renamed from “Name 120” to “Another”.").waitFor();
    await expect.poll(() => lines(page, "Another").count()).toBe(100);
  });

  it("can be opened, browsed and closed by keyboard, and returns the focus", async () => {
    const { page } = await open(historyServer().script);
    await tabTo(page, historyButton(page));
    await page.keyboard.press("Enter");
    await panel(page).getByText("Created as “New filter 1”.").waitFor();
    expect(await focused(page).textContent()).toBe("History of “Wholesale, to be shipped”");
    expect(await historyButton(page).getAttribute("aria-expanded")).toBe("true");
    const back = page.getByRole("button", { name: "Restore this version of 2026/11/20 11:15" });
    await tabTo(page, back);
    await page.keyboard.press("Enter");
    await question(page).getByText("What changes").waitFor();
    expect(await focused(page).textContent()).toBe("Cancel");
    await page.keyboard.press("Escape");
    await question(page).waitFor({ state: "hidden" });
    // Only the question was closed.
    await expect.poll(() => back.evaluate((element) => element.matches(":focus"))).toBe(true);
    await page.keyboard.press("Enter");
    await tabTo(page, restore(page));
    await page.keyboard.press("Enter");
    await question(page).waitFor({ state: "hidden" });
    await expect.poll(() => focused(page).getAttribute("data-line")).toBe("0");
    await page.keyboard.press("Escape");
    await panel(page, "Wholesale").waitFor({ state: "hidden" });
    await expect.poll(() => focused(page).getAttribute("aria-label")).toBe("History");
  });

  it.each(["Help and tips", "Report exports"])(
    "is replaced by %s when that is opened, and replaces it when it is opened again",
    async (name) => {
      const { page } = await open({ ...historyServer().script, "reporting/getExportList": () => ({ data: [] }) });
      await openHistory(page);
      await panel(page).getByText("Created as “New filter 1”.").waitFor();
      await page.getByRole("button", { name }).click();
      const other = page.getByRole("complementary", { name });
      await other.waitFor();
      await panel(page).waitFor({ state: "detached" });
      expect(await focused(page).textContent()).toBe(name);
      // And replaces it when it is opened again.
      await openHistory(page);
      await panel(page).getByText("Created as “New filter 1”.").waitFor();
      await other.waitFor({ state: "detached" });
    },
  );

  it("says what can't be loaded or restored, with a retry", async () => {
    const { script } = historyServer();
    const failing = { history: true, version: true, restore: true };
    const withTimeoutOrBusy = (what: keyof typeof failing, path: string): Script => ({
      [path]: (body, url) =>
        failing[what] ? busy(`No ${what} now.`)() : (script[path]?.(body, url) ?? "no answer yet"),
    });
    const { page } = await open({
      ...script,
      ...withTimeoutOrBusy("history", "filters/history"),
      ...withTimeoutOrBusy("version", "filters/history-version"),
      ...withTimeoutOrBusy("restore", "filters/restore"),
    });
    await openHistory(page);
    await panel(page).getByText("No history now.").waitFor();
    failing.history = false;
    await panel(page).getByRole("button", { name: "Try again" }).click();
    await restoreOf(page, "2026/11/17 10:30");
    await question(page).getByText("No version now.").waitFor();
    expect(await restore(page).isDisabled()).toBe(true);
    failing.version = false;
    await question(page).getByRole("button", { name: "Try again" }).click();
    await restore(page).click();
    await question(page).getByText("No restore now.").waitFor();
    failing.restore = false;
    await restore(page).click();
    await page.getByText("The filter is restored", { exact: true }).waitFor();
  });

  it("exists for a page's own filter too, which can't be cloned or deleted", async () => {
    const system = filterServer({ ...emptyFilter, title: "Custom filter", order_filter_view: 1 });
    const { page } = await open({ ...historyServer().script, ...system.script });
    await openHistory(page);
    await panel(page, "Custom filter").getByText("Created as “New filter 1”.").waitFor();
    expect(await page.getByRole("button", { name: "Clone" }).count()).toBe(0);
  });

  it("covers the page on a phone, as a named dialog", async () => {
    const { page } = await screens.open("/Filters/Edit/f1", {
      account,
      clockFrom,
      script: historyServer().script,
      width: 390,
      height: 844,
    });
    await openHistory(page);
    await page.getByRole("dialog", { name: "History of “Wholesale, to be shipped”" }).waitFor();
    await restoreOf(page, "2026/11/17 10:30");
    await question(page).getByText("What changes").waitFor();
    await expectAccessible(page);
    await expectFitsTelephone(page);
    await restore(page).click();
    await question(page).waitFor({ state: "hidden" });
    await page.getByRole("button", { name: /^Close History of/ }).click();
    await expect.poll(() => focused(page).getAttribute("aria-label")).toBe("History");
  });
});

const kinds = [
  {
    section: "Filters",
    folder: "filters",
    title: "Returns",
    thing: "filter",
    full: "You cannot add new filters. You have exceed the filter's quota",
  },
  {
    section: "Report designs",
    folder: "reports",
    title: "Packing list",
    thing: "report design",
    full: "You cannot add new reports. You have exceed the report's quota",
  },
] as const;

describe.runIf(hasChromium()).each(kinds)("in the Manager, of $section", ({ section, folder, title, thing, full }) => {
  const screens = useScreens();
  const open = (script: Script) => screens.open("/Manager", { account, script, clockFrom });
  const listOf = (page: Page) => page.getByRole("region", { name: section, exact: true });
  const more = (page: Page) => page.getByRole("button", { name: `More actions for ${title}`, exact: true });
  const deleted = (page: Page) => page.getByRole("complementary", { name: `Recently deleted ${thing}s` });
  const link = (page: Page) => listOf(page).getByRole("button", { name: /^Recently deleted/ });
  const deleteIt = async (page: Page) => {
    await more(page).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: `Delete ${thing}` }).click();
    await more(page).waitFor({ state: "hidden" });
  };

  it("the history is in the row's menu, and returns the focus to the row", async () => {
    const { script } = managerServer();
    const { page, callsOf } = await open({
      ...script,
      [`${folder}/history`]: () => ({ data: historyPage(usualHistory) }),
    });
    await more(page).focus();
    await page.keyboard.press("Enter");
    await tabToEntry(page, "History");
    await panel(page, title).getByText("Created as “New filter 1”.").waitFor();
    expect(callsOf(`${folder}/history`)).toHaveLength(1);
    expect(await focused(page).textContent()).toBe(`History of “${title}”`);
    await page.keyboard.press("Escape");
    await panel(page, title).waitFor({ state: "hidden" });
    await expect.poll(() => focused(page).getAttribute("aria-label")).toBe(`More actions for ${title}`);
  });

  it("restores a deleted item from its own list, linked under the other unless it is empty", async () => {
    const { script } = managerServer();
    const { page } = await open(script);
    await more(page).waitFor();
    expect(await link(page).count()).toBe(0);
    await deleteIt(page);
    await link(page).click();
    await deleted(page).getByText("Deleted 2026/11/20 14:04").waitFor();
    await deleted(page)
      .getByRole("button", { name: `Restore ${title}` })
      .click();
    await page.getByText(`The ${thing} “${title}” is restored`, { exact: true }).waitFor();
    await more(page).waitFor();
    await deleted(page).getByText("Nothing here").waitFor();
    await page.getByRole("button", { name: /^Close Recently deleted/ }).click();
    await deleted(page).waitFor({ state: "hidden" });
    await expect.poll(() => link(page).count()).toBe(0);
  });

  it("restores a deleted item by keyboard and moves the focus to the next", async () => {
    const { designs, filters, script } = managerServer();
    const at = folder === "filters" ? filters : designs;
    at.deleted = ["One", "Two", "Three"].map((name, n) => ({
      id: `x${n}`,
      title: name,
      DeletedAt: "2026-11-19T16:20:00Z",
      Version: n,
    }));
    at.notRestored = ["The title “<a>” could not be restored."];
    const { page } = await open(script);
    await tabTo(page, link(page));
    await page.keyboard.press("Enter");
    await deleted(page).getByRole("heading", { name: "Two" }).waitFor();
    await tabTo(page, deleted(page).getByRole("button", { name: "Restore Two" }));
    await page.keyboard.press("Enter");
    await deleted(page).getByRole("alert").getByText("The title “<a>” could not be restored.").waitFor();
    await expect.poll(() => focused(page).textContent()).toBe("Restore Three");
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page).textContent()).toBe("Recently deleted (2)");
  });

  it("restores nothing over the quota, and says so", async () => {
    const { designs, filters, limits, script } = managerServer();
    const at = folder === "filters" ? filters : designs;
    at.deleted = [{ id: "x", title: "One", DeletedAt: "2026-11-19T16:20:00Z", Version: 3 }];
    const { page, callsOf } = await open(script);
    await link(page).click();
    // Another window fills the list meanwhile.
    limits.most = 3;
    await deleted(page).getByRole("button", { name: "Restore One" }).click();
    await deleted(page).getByText(full, { exact: true }).waitFor();
    expect(callsOf(`${folder}/restore`)).toHaveLength(1);
    await page.reload();
    await link(page).click();
    await deleted(page).getByText(full, { exact: true }).waitFor();
    expect(await deleted(page).getByRole("button", { name: "Restore One" }).isDisabled()).toBe(true);
  });

  it("says if it can't load a deleted item", async () => {
    const { designs, filters, script } = managerServer();
    const at = folder === "filters" ? filters : designs;
    at.deleted = [{ id: "x", title: "One", DeletedAt: "2026-11-19T16:20:00Z", Version: 3 }];
    let failing = false;
    const read = script[`${folder}/deleted`];
    const { page } = await open({
      ...script,
      [`${folder}/deleted`]: (body, url) =>
        failing ? busy("The list cannot be read now.")() : (read?.(body, url) ?? "no answer yet"),
    });
    await link(page).waitFor();
    failing = true;
    await link(page).click();
    await deleted(page).getByText("The list cannot be read now.").waitFor();
    failing = false;
    await deleted(page).getByRole("button", { name: "Try again" }).click();
    await deleted(page).getByText("The list cannot be read now.").waitFor({ state: "hidden" });
    await deleted(page).getByRole("button", { name: "Restore One" }).waitFor();
  });
});

/** Chooses an entry of the open menu with the arrows. */
const tabToEntry = async (page: Page, name: string) => {
  const entry = page.getByRole("menuitem", { name, exact: true });
  await entry.waitFor();
  for (let presses = 0; presses < 10; presses += 1) {
    if (await entry.evaluate((element) => element.matches(":focus"))) return page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
  }
  throw new Error(`The arrows do not reach ${name}.`);
};

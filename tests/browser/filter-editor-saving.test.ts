import { describe, expect, it } from "vitest";
import type { UpdateFilterPayload } from "#domain/wire/filters/filters.ts";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import {
  add,
  address,
  counted,
  field,
  filterEditors,
  group,
  isFocused,
  openChoice,
  operator,
  savedValues,
  title,
} from "./support/filter-editor.ts";
import { tabTo } from "./support/keyboard.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script } from "./support/scripted-api.ts";
import { emptyFilter, filterServer, fullFilter } from "./support/scripted-filters.ts";

describe.runIf(hasChromium())("the filter editor (saving and leaving)", () => {
  const screens = useScreens();
  const show = filterEditors(screens);

  it("requires a title: it says so at the field, keeps the old one and saves the rest", async () => {
    const { page, updates, server } = await show();
    await title(page).fill("");
    await page.getByText("Not saved", { exact: true }).waitFor();
    expect(await title(page).getAttribute("aria-invalid")).toBe("true");
    await add(field(page, "Tags"), "vip");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["vip"]);
    expect(server.filter.title).toBe("New filter 1");
    expect(await title(page).inputValue()).toBe("");
    await title(page).fill("Found one");
    await expect.poll(() => server.filter.title).toBe("Found one");
  });

  it("shows an error from the server at its field, and saves the rest", async () => {
    const { page, server } = await show(emptyFilter, {
      "filters/update-filter": (body) => {
        const sent = body as UpdateFilterPayload;
        if (sent.OrderSievers.length === 0) {
          server.filter = { ...server.filter, title: sent.title };
          server.version += 1;
          return { data: server.filter, etag: `"${server.version}"` };
        }
        const details = JSON.stringify([
          { field: "OrderSievers.1001", message: "Tags (Order): “odd” is refused by the server." },
        ]);
        return { status: 400, error: { code: "Invalid", message: "Tags (Order): …", details } };
      },
    });
    await add(field(page, "Tags"), "odd");
    await group(page, "Order").getByText("“odd” is refused by the server.").waitFor();
    await title(page).fill("Still saved");
    await expect.poll(() => server.filter.title).toBe("Still saved");
    await page.getByText("Not saved", { exact: true }).waitFor();
  });

  it("keeps everything that couldn't be saved, and retries on request", async () => {
    const { script, server } = filterServer(emptyFilter);
    let works = false;
    const { page } = await screens.open(address, {
      account,
      script: {
        ...script,
        "filters/update-filter": (body, url) =>
          works
            ? (script["filters/update-filter"]?.(body, url) ?? "no response")
            : { status: 500, error: { code: "Internal", message: "Something broke." } },
      },
    });
    await counted(page);
    await title(page).fill("Kept");
    await page
      .getByRole("alert")
      .filter({ hasText: "Your last changes are not saved yet. Something broke." })
      .waitFor();
    await page.getByText("Not saved", { exact: true }).waitFor();
    works = true;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(() => server.filter.title).toBe("Kept");
    await expect.poll(() => page.getByRole("alert").count()).toBe(0);
  });

  it("goes to the offline page without a connection, and restores and saves the typed values later", async () => {
    const { script, server } = filterServer(emptyFilter);
    let online = true;
    const { page } = await screens.open(address, {
      account,
      script: {
        ...script,
        "filters/update-filter": (body, url) =>
          online ? (script["filters/update-filter"]?.(body, url) ?? "no response") : "no response",
        "instrumentation/isOnline": () => (online ? { data: true } : "no response"),
      },
    });
    await counted(page);
    online = false;
    await title(page).fill("Typed offline");
    await page.waitForURL(/\/Offline$/);
    online = true;
    await page.getByRole("button", { name: "retry connection" }).click();
    await page.waitForURL(/\/Filters\/Edit\/f1$/);
    await expect.poll(() => title(page).inputValue()).toBe("Typed offline");
    await expect.poll(() => server.filter.title).toBe("Typed offline");
  });

  it("leaves only after typed values are saved", async () => {
    const { page, server } = await show();
    await title(page).fill("Just typed");
    await field(page, "Tags").fill("half");
    await page.getByRole("banner").getByRole("link", { name: "Contact Us" }).click();
    await page.waitForURL(/\/ContactUs$/);
    expect(server.filter.title).toBe("Just typed");
    expect(server.filter.OrderSievers).toEqual([{ Field: 1001, Filter: ["half"] }]);
  });

  it("asks before leaving with changes that can't be saved", async () => {
    const { page, server } = await show();
    await title(page).fill("");
    await page.getByRole("banner").getByRole("link", { name: "Contact Us" }).click();
    const dialog = page.getByRole("dialog", { name: "Not everything is saved" });
    await dialog.getByRole("button", { name: "Stay" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(page.url()).toContain(address);
    await page.getByRole("banner").getByRole("link", { name: "Contact Us" }).click();
    await dialog.getByRole("button", { name: "Leave without saving" }).click();
    await page.waitForURL(/\/ContactUs$/);
    expect(server.filter.title).toBe("New filter 1");
  });

  it("warns if the window is closed with unsaved changes", async () => {
    const { page } = await show(emptyFilter, { "filters/update-filter": () => "no answer yet" });
    await title(page).fill("On its way");
    const asked = page.waitForEvent("dialog");
    const closing = page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await closing;
    expect(await title(page).inputValue()).toBe("On its way");
  });

  it("clones into a new filter after saving, and confirms that", async () => {
    const clone = { ...emptyFilter, id: "f2", title: "Copy of Typed" };
    const { page, callsOf, calls } = await show(emptyFilter, { "filters/clone": () => ({ data: clone }) });
    await title(page).fill("Typed");
    await page.getByRole("button", { name: "Clone" }).click();
    await page.waitForURL(/\/Filters\/Edit\/f2$/);
    await page.getByText("The filter is cloned", { exact: false }).waitFor();
    expect(callsOf("filters/clone")[0]?.body).toBe("f1");
    const order = calls.map(({ path }) => path).filter((path) => /update-filter|clone/.test(path));
    expect(order).toEqual(["filters/update-filter", "filters/clone"]);
  });

  it("can't clone at the quota, which counts only the shop's own filters", async () => {
    const limits = { MaxReports: 5, MaxFilters: 2, MaxAutomations: 2 };
    const own = { id: "f9", title: "Other", ordering: 1, order_filter_view: 0 } as const;
    const system = { id: "s", title: "Custom filter", ordering: 0, order_filter_view: 1 } as const;
    const list = (...items: unknown[]): Script => ({
      "appData/getResourceRestrictions": () => ({ data: limits }),
      "filters/get-filters": () => ({ data: items }),
    });
    const full = await show(emptyFilter, list(emptyFilter, own, system));
    await expect.poll(() => full.page.getByRole("button", { name: "Clone" }).isDisabled()).toBe(true);
    expect(await full.page.getByRole("button", { name: "Clone" }).getAttribute("title")).toBe(
      "Cannot add any more filters",
    );
    const room = await show(emptyFilter, list(emptyFilter, system));
    await room.page.waitForLoadState("networkidle");
    expect(await room.page.getByRole("button", { name: "Clone" }).isDisabled()).toBe(false);
  });

  it("says if it can't clone or delete", async () => {
    const no = () => ({ status: 500, error: { code: "Internal", message: "No." } });
    const { page } = await show(emptyFilter, { "filters/clone": no, "filters/delete": no });
    await page.getByRole("button", { name: "Clone" }).click();
    await page.getByRole("alert").filter({ hasText: "Cannot clone the filter" }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete filter" }).click();
    await page.getByRole("alert").filter({ hasText: "Cannot delete the filter" }).waitFor();
  });

  it("deletes after asking, and returns to the lists with a toast", async () => {
    const { page, callsOf } = await show(emptyFilter, { "filters/delete": () => ({ data: "ok" }) });
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog", { name: "Delete this filter?" }).getByRole("button", { name: "Cancel" }).click();
    expect(callsOf("filters/delete")).toEqual([]);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete filter" }).click();
    await page.getByText("The filter is deleted", { exact: true }).waitFor();
    await page.waitForURL(/\/(Manager|Reports)$/);
    expect(callsOf("filters/delete")[0]?.body).toBe("f1");
  });

  it("names the automated report that keeps it from being deleted", async () => {
    const { page } = await show(emptyFilter, { "filters/delete": () => ({ data: "Every Monday" }) });
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete filter" }).click();
    const dialog = page.getByRole("dialog", { name: "Error deleting filter" });
    await dialog.getByText(/the automated report “Every Monday” uses it/).waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    expect(page.url()).toContain(address);
  });

  it("has no Clone, no Delete and a fixed title for the filter of a page", async () => {
    const { page, updates } = await show({ ...emptyFilter, title: "Custom filter", order_filter_view: 1 });
    expect(await title(page).isEditable()).toBe(false);
    expect(await page.getByRole("button", { name: /^(Clone|Delete)$/ }).count()).toBe(0);
    await add(field(page, "Tags"), "vip");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["vip"]);
  });

  it("says if the filter doesn't exist or was deleted, with a link back", async () => {
    const none = await screens.open("/Filters/Edit/other", { account, script: filterServer().script });
    await none.page.getByRole("heading", { name: "Filter not found" }).waitFor();
    await none.page.getByRole("link", { name: /^Go to (Manager|Reports)$/ }).click();
    await none.page.waitForURL(/\/(Manager|Reports)$/);
    const { page } = await show(emptyFilter, {
      "filters/update-filter": () => ({ status: 404, error: { code: "Unknown", message: "Gone." } }),
    });
    await title(page).fill("Too late");
    await page.getByRole("heading", { name: "This filter was deleted" }).waitFor();
    await page.getByRole("link", { name: /^Go to (Manager|Reports)$/ }).click();
    await page.waitForURL(/\/(Manager|Reports)$/);
  });

  it("doesn't call a filter deleted while the lists are rebuilt, and loads it on retry", async () => {
    const message = "Your lists are being rebuilt. Try again in a moment.";
    let isRebuilding = true;
    const { script } = filterServer(emptyFilter);
    const read = script["filters/get-filter"];
    const { page } = await screens.open(address, {
      account,
      script: {
        ...script,
        "filters/get-filter": (body, url) =>
          isRebuilding || !read ? { status: 503, error: { code: "rebuilding", message } } : read(body, url),
      },
    });
    await page.getByText(message).waitFor();
    expect(await page.getByText(/deleted|not found/i).count()).toBe(0);
    isRebuilding = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await title(page).waitFor();
    isRebuilding = true;
    const asked = page.waitForResponse(/get-filter\?/);
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await asked;
    await title(page).waitFor();
    expect(await page.getByText(/deleted|not found/i).count()).toBe(0);
  });

  it("has help with every date example as of today", async () => {
    const { page } = await screens.open(address, {
      account,
      script: filterServer().script,
      clockFrom: "2026-11-20T22:30:00Z",
    });
    await page.getByRole("button", { name: "Help and tips" }).click();
    const help = page.getByRole("complementary", { name: "Help and tips" });
    await help.getByRole("heading", { name: "Native and post-processing" }).waitFor();
    // Athens is a day ahead at that hour.
    const text = (await help.textContent()) ?? "";
    for (const example of [
      "date(YYYY-MM-DD; 0)today: 2026-11-21",
      "date(YYYY-MM-DD; -7)today: 2026-11-14",
      "YYYYtoday: 2026",
      "YYtoday: 26",
      "MMtoday: 11",
      "Mtoday: 11",
      "MMMtoday: Nov",
      "DDtoday: 21",
      "Dtoday: 21",
      "!wholesale",
      "!*",
    ])
      expect(text).toContain(example);
  });

  it("can be used by keyboard only", async () => {
    const { page, updates, server } = await show(emptyFilter);
    await tabTo(page, title(page));
    await page.keyboard.press("End");
    await page.keyboard.type(" by hand");
    await tabTo(page, page.getByRole("combobox", { name: "Order status" }));
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => server.filter.order_status).toBe(1);
    await tabTo(page, field(page, "Tags"));
    await page.keyboard.type("test");
    await page.keyboard.press("Shift+Tab");
    expect(await isFocused(operator(page, "Tags (Order): is"))).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "is not" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => isFocused(field(page, "Tags"))).toBe(true);
    await page.keyboard.press("Enter");
    await page.keyboard.type("vip");
    await page.keyboard.press("Enter");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["!test", "vip"]);
    // Back to the first value, change it; then take the other one out.
    for (const _ of ["vip", "is", "test"]) await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await expect.poll(() => isFocused(field(page, "Tags"))).toBe(true);
    expect(await field(page, "Tags").inputValue()).toBe("test");
    await page.keyboard.type("ing");
    await page.keyboard.press("Enter");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["!testing", "vip"]);
    await page.keyboard.press("Backspace");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["!testing"]);
    await tabTo(page, group(page, "Variant").getByRole("button", { name: /^Variant/ }));
    await page.keyboard.press("Enter");
    await tabTo(page, field(page, "SKU", "Variant"));
    await page.keyboard.type("*");
    await page.keyboard.press("Enter");
    await expect.poll(() => savedValues(updates(), 4000)).toEqual(["*"]);
    expect(server.filter.title).toBe("New filter 1 by hand");
  });

  for (const scheme of ["light", "dark"] as const) {
    it(`is accessible and fits a phone, ${scheme}`, async () => {
      const { page } = await show(fullFilter, {}, { scheme });
      await openChoice(page, "Customer");
      await add(field(page, "Total Weight grams"), "heavy");
      await expectAccessible(page);
      await operator(page, "Tags (Order), vip: is").click();
      await page.getByRole("menuitem", { name: "is not" }).waitFor();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await field(page, "Tags").click();
      await page.getByRole("option", { name: "gift" }).waitFor();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expectFitsTelephone(page);
      await expectAccessible(page);
    });
  }
});

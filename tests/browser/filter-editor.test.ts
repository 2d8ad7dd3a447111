import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { UpdateFilterPayload } from "#domain/wire/filters.ts";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Call, type Script } from "./support/scripted-api.ts";
import { emptyFilter, filterServer, fullFilter } from "./support/scripted-filters.ts";

const address = "/Filters/Edit/f1";
const group = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const field = (page: Page, name: string, inGroup = "Order"): Locator =>
  group(page, inGroup).getByRole("combobox", { name, exact: true });
const title = (page: Page) => page.getByRole("textbox", { name: "Title" });
const counted = (page: Page) => page.getByText(/^(<=)?[\d,]+ orders?$/).waitFor();
const open = (page: Page, name: string) =>
  group(page, name).getByRole("button", { name, exact: false }).first().click();

const bodies = (calls: Call[]) => calls.map(({ body }) => body as UpdateFilterPayload);
/** The values of one siever as they were saved last. */
const savedValues = (calls: Call[], code: number) =>
  bodies(calls)
    .at(-1)
    ?.OrderSievers.find(({ Field }) => Field === code)?.Filter;

describe.runIf(hasChromium())("the filter editor", () => {
  const screens = useScreens();
  const show = async (filter = emptyFilter, change: Script = {}, more: { scheme?: "dark" | "light" } = {}) => {
    const { server, script } = filterServer(filter);
    const opened = await screens.open(address, { account, script: { ...script, ...change }, ...more });
    await counted(opened.page);
    return { ...opened, server, updates: () => opened.callsOf("filters/update-filter") };
  };
  const add = async (target: Locator, text: string) => {
    await target.fill(text);
    await target.press("Enter");
  };

  it("shows title, statuses and the five groups with what they hold", async () => {
    const { page } = await show(fullFilter);
    expect(await page.title()).toBe("Edit Filter · Sheaf");
    expect(await title(page).inputValue()).toBe("Wholesale, to be shipped");
    for (const [label, value] of [
      ["Financial status", "Paid or partially paid"],
      ["Fulfillment status", "Has something to ship"],
      ["Order status", "Open"],
    ] as const)
      expect(await page.getByRole("combobox", { name: label, exact: true }).textContent()).toBe(value);
    const heads = await page.getByRole("region").getByRole("heading", { level: 2 }).allTextContents();
    expect(heads.filter((head) => !head.startsWith("This"))).toEqual([
      "Order7 valuesKeeps or drops whole orders",
      "Order line3 valuesKeeps or drops single lines",
      "Product1 valueKeeps or drops single lines",
      "Variant1 valueKeeps or drops single lines",
      "CustomerKeeps or drops whole orders",
    ]);
    const chips = await group(page, "Order").locator(".MuiChip-label").allTextContents();
    expect(chips.slice(1)).toEqual([
      "wholesale",
      "vip",
      "not test",
      "Athens Warehouse",
      "delivery:date(YYYY/MM/DD; 1)",
      "≥ 500",
      "< 20000",
    ]);
    expect(await field(page, "Country", "Customer").count()).toBe(0);
    await page.getByRole("heading", { name: "This filter means" }).waitFor();
    await page.getByText(/^Keeps orders that are paid or partially paid/).waitFor();
  });

  it("saves title and statuses, the title when its typing pauses, the statuses at once", async () => {
    const { page, updates, server } = await show();
    await title(page).fill("New filter 1 of May");
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(bodies(updates()).map((body) => body.title)).toEqual(["New filter 1 of May"]);
    expect(updates()[0]?.headers["if-match"]).toBe('"3"');
    await page.getByRole("combobox", { name: "Financial status" }).click();
    await page.getByRole("option", { name: "Unpaid" }).click();
    await expect.poll(() => server.filter.financial_status).toBe(9);
    expect(updates()[1]?.headers["if-match"]).toBe('"4"');
    await page.getByText("Keeps orders that are pending, authorized or partially paid.").waitFor();
  });

  it("counts again when a condition was saved, not when the title was", async () => {
    const { page, server, callsOf } = await show();
    await page.getByText("<=128 orders").waitFor();
    await page
      .getByRole("button", { name: "Some conditions are looked at after the orders are fetched", exact: false })
      .waitFor();
    const counts = () => callsOf("filters/order-count").length;
    const before = counts();
    await title(page).fill("Another");
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(counts()).toBe(before);
    server.count = { Count: 1, HasPostProcessFilters: false };
    await add(field(page, "Tags"), "vip");
    await page.getByText("1 order", { exact: true }).waitFor();
    expect(counts()).toBe(before + 1);
  });

  it("says why orders could not be counted", async () => {
    const { script } = filterServer();
    const failed: Script = {
      ...script,
      "filters/order-count": () => ({ status: 503, error: { code: "Busy", message: "The store is busy. Try later." } }),
    };
    const { page } = await screens.open(address, { account, script: failed });
    await page.getByRole("status").filter({ hasText: "The store is busy. Try later." }).waitFor();
    await page.getByRole("img", { name: "Warning" }).waitFor();
  });

  it("takes values by Enter, by choosing a suggestion, by leaving the field and by pasting many", async () => {
    const { page, updates, callsOf } = await show();
    const tags = field(page, "Tags");
    await tags.click();
    await page.getByRole("option", { name: "gift" }).click();
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["gift"]);
    expect(callsOf("filters/suggestions")[0]?.query).toEqual({ field: "1001" });
    await add(tags, "vip");
    await tags.fill("left");
    await title(page).click();
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["gift", "vip", "left"]);
    await tags.click();
    await page.evaluate("navigator.clipboard.writeText('one\\ntwo\\tthree\\r\\n\\nvip\\n')");
    await page.keyboard.press("Control+V");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["gift", "vip", "left", "one", "two", "three"]);
    await page.getByText("“vip” is there already.").waitFor();
  });

  it("takes a value of several lines by Shift+Enter, by pasting into it and as a cell of a spreadsheet", async () => {
    const { page, updates } = await show();
    const notes = field(page, "Note Attributes");
    const paste = async (text: string) => {
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
      await page.keyboard.press("Control+V");
    };
    await notes.click();
    await page.keyboard.type("card:Happy birthday");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("Anna");
    expect(await notes.inputValue()).toBe("card:Happy birthday↵Anna");
    await page.keyboard.press("Enter");
    await expect.poll(() => savedValues(updates(), 1003)).toEqual(["card:Happy birthday\nAnna"]);
    await page.keyboard.type("door:");
    await paste("Second floor\r\nleft");
    await page.keyboard.press("Enter");
    await expect.poll(() => savedValues(updates(), 1003)?.at(-1)).toBe("door:Second floor\nleft");
    await paste('"sign:""Open""\r\ndaily"\r\ngift');
    await expect.poll(() => savedValues(updates(), 1003)?.slice(2)).toEqual(['sign:"Open"\ndaily', "gift"]);
    // Shown in its lines, and on one line while it is mended.
    const chip = page.getByRole("button", { name: "card:Happy birthday" });
    expect(await chip.innerText()).toBe("card:Happy birthday\nAnna");
    await chip.click();
    expect(await notes.inputValue()).toBe("card:Happy birthday↵Anna");
    await page.keyboard.press("End");
    await page.keyboard.type("!");
    await page.keyboard.press("Enter");
    await expect.poll(() => savedValues(updates(), 1003)?.at(0)).toBe("card:Happy birthday\nAnna!");
    // Elsewhere lines are values.
    await field(page, "Tags").click();
    await page.keyboard.type("vi");
    await page.keyboard.press("Shift+Enter");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["vi"]);
  });

  it("splits typed locations by } and keeps to the list, in any case, with 'not' too", async () => {
    const { page, updates } = await show();
    const location = field(page, "Location");
    await add(location, "athens warehouse}!berlin store");
    await expect.poll(() => savedValues(updates(), 1002)).toEqual(["Athens Warehouse", "!Berlin Store"]);
    await add(location, "Rome");
    await page.getByText("“Rome” is not in the list. Choose one of the list.").waitFor();
    expect(await location.inputValue()).toBe("Rome");
    expect(await location.getAttribute("aria-invalid")).toBe("true");
  });

  it("takes by Enter the only one of a list that holds what is typed, with 'not' too", async () => {
    const { page, updates } = await show();
    const location = field(page, "Location");
    await location.fill("ber");
    await page.getByRole("option", { name: "Berlin Store" }).waitFor();
    await location.press("Enter");
    await expect.poll(() => savedValues(updates(), 1002)).toEqual(["Berlin Store"]);
    await location.fill("!lis");
    await page.getByRole("option", { name: "Lisbon Pop-up" }).waitFor();
    await location.press("Enter");
    await expect.poll(() => savedValues(updates(), 1002)).toEqual(["Berlin Store", "!Lisbon Pop-up"]);
  });

  it("offers the shop's words after a typed 'not' too, and keeps that; takes any other word as it stands", async () => {
    const { page, updates } = await show();
    const tags = field(page, "Tags");
    await tags.pressSequentially("!whole");
    await page.getByRole("option", { name: "wholesale" }).click();
    await add(tags, "vi");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["!wholesale", "vi"]);
  });

  it("says in a toast when the locations cannot be fetched, and can try again", async () => {
    let works = false;
    const names = () =>
      works
        ? ({ data: ["Athens Warehouse"] } as const)
        : ({ status: 503, error: { code: "x", message: "No." } } as const);
    const { page } = await show(emptyFilter, { "locations/get-names": names });
    await page.getByRole("alert").filter({ hasText: "Cannot fetch locations" }).waitFor();
    expect(await field(page, "Location").isDisabled()).toBe(true);
    works = true;
    await page.getByRole("button", { name: "The locations are missing. Try again" }).click();
    await expect.poll(() => field(page, "Location").isDisabled()).toBe(false);
  });

  it("compares by the menu: not, any, empty, and more and less for numbers and days", async () => {
    const { page, updates } = await show();
    const compare = async (name: string, how: string, inGroup = "Order") => {
      await group(page, inGroup)
        .getByRole("button", { name: `${name} (${inGroup}): ` })
        .click();
      await page.getByRole("menuitem", { name: how, exact: true }).click();
    };
    await compare("Tags", "is not");
    await add(field(page, "Tags"), "test");
    await compare("Note Attributes", "is empty");
    await compare("Total Weight grams", "at least");
    await add(field(page, "Total Weight grams"), "500");
    await expect.poll(() => savedValues(updates(), 1004)).toEqual([">=500"]);
    expect(savedValues(updates(), 1001)).toEqual(["!test"]);
    expect(savedValues(updates(), 1003)).toEqual(["!*"]);
    await open(page, "Order line");
    await compare("Refund Date", "before", "Order line");
    await add(field(page, "Refund Date", "Order line"), "date(YYYY-MM-DD; -7)");
    await expect.poll(() => savedValues(updates(), 2004)).toEqual(["<date(YYYY-MM-DD; -7)"]);
    await compare("Fulfillment Status", "is not", "Order line");
    await field(page, "Fulfillment Status", "Order line").click();
    await page.getByRole("option", { name: "not eligible" }).click();
    await expect.poll(() => savedValues(updates(), 2000)).toEqual(["!not_eligible"]);
  });

  it("takes a day from the calendar, with the comparison that was chosen", async () => {
    const { page, updates } = await show();
    await open(page, "Order line");
    await group(page, "Order line").getByRole("button", { name: "Refund Date (Order line): on" }).click();
    await page.getByRole("menuitem", { name: "after", exact: true }).click();
    await page.getByRole("button", { name: "Refund Date: choose a day" }).click();
    // As 'this week' of a report does.
    expect(await page.getByRole("columnheader").first().getAttribute("aria-label")).toBe("Monday");
    await page.getByRole("gridcell", { name: "15" }).click();
    await expect.poll(() => savedValues(updates(), 2004)?.[0]).toMatch(/^>\d{4}-\d\d-15$/);
  });

  it("turns a value into text again to change it, and back by Escape", async () => {
    const { page, updates } = await show(fullFilter);
    const tags = field(page, "Tags");
    await page.getByRole("button", { name: "not test" }).click();
    expect(await tags.inputValue()).toBe("!test");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "not test" }).waitFor();
    expect(updates()).toEqual([]);
    await page.getByRole("button", { name: "vip" }).click();
    await add(tags, "gold");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["wholesale", "gold", "!test"]);
    await page.getByRole("button", { name: "gold" }).locator(".MuiChip-deleteIcon").click();
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["wholesale", "!test"]);
  });

  it.each([
    ["Total Weight grams", "heavy", /^“heavy” is not a number/],
    ["Total Weight grams", "!>5", /turns a comparison around/],
    ["Tags", "!", /says not, but not what/],
    ["Tags", "x".repeat(256), /is too long: a value has at most 255 characters/],
    ["Tags", "date(YYYY)", /needs a format and a number of days/],
  ])("refuses in %s what cannot be right, at the field (%#)", async (name, typed, message) => {
    const { page, updates } = await show();
    const target = field(page, name);
    await add(target, typed);
    await group(page, "Order").getByText(message).waitFor();
    expect(await target.inputValue()).toBe(typed);
    await target.press("Escape");
    await expect.poll(() => group(page, "Order").getByText(message).count()).toBe(0);
    expect(updates()).toEqual([]);
  });

  it("shows an erased value as such, which cannot be edited, stays when others change, and can be taken out", async () => {
    const erased = "\u001apv:0Zk3vQ8mT1yB7cJx5LwNsA";
    const sievers = [{ Field: 1001, Filter: [erased, `!${erased}`, "vip"] }];
    const { page, updates } = await show({ ...emptyFilter, OrderSievers: sievers });
    const tags = field(page, "Tags");
    const labels = () => group(page, "Order").locator(".MuiChip-label").allTextContents();
    const chip = page.locator(".MuiChip-root", { hasText: "Erased" }).first();
    await chip.waitFor();
    expect((await labels()).slice(1)).toEqual(["Erased", "not Erased", "vip"]);
    expect(await chip.getAttribute("title")).toMatch(/was erased.*matches nothing/);
    await chip.click();
    expect(await tags.inputValue()).toBe("");
    await add(tags, "gift");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual([erased, `!${erased}`, "vip", "gift"]);
    await chip.focus();
    await page.keyboard.press("Delete");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual([`!${erased}`, "vip", "gift"]);
  });

  it("says how many values there are when a field is nearly full, and refuses the 501st", async () => {
    const many = Array.from({ length: 499 }, (_, at) => `tag ${at}`);
    const { page } = await show({ ...emptyFilter, OrderSievers: [{ Field: 1001, Filter: many }] });
    await page.getByText("499 of at most 500 values").waitFor();
    const tags = field(page, "Tags");
    await add(tags, "last");
    await page.getByText("500 of at most 500 values").waitFor();
    await add(tags, "more");
    await page.getByText("“more” is one too many: a field holds at most 500 values.").waitFor();
  });

  it("needs a title: says so at the field, keeps the old one and saves the rest", async () => {
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

  it("shows at its field what the server refuses, and saves the rest", async () => {
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

  it("keeps everything that could not be saved and tries again when asked", async () => {
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

  it("goes to the offline page without a connection and brings back what was typed, which is saved then", async () => {
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

  it("waits with leaving until what is typed is saved", async () => {
    const { page, server } = await show();
    await title(page).fill("Just typed");
    await field(page, "Tags").fill("half");
    await page.getByRole("banner").getByRole("link", { name: "Contact Us" }).click();
    await page.waitForURL(/\/ContactUs$/);
    expect(server.filter.title).toBe("Just typed");
    expect(server.filter.OrderSievers).toEqual([{ Field: 1001, Filter: ["half"] }]);
  });

  it("asks before leaving with something that cannot be saved", async () => {
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

  it("warns when the window is closed with something unsaved", async () => {
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

  it("clones into a new filter, after saving, and says so", async () => {
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

  it("cannot clone at the quota, which counts the shop's own filters alone", async () => {
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

  it("says when it cannot clone or delete", async () => {
    const no = () => ({ status: 500, error: { code: "Internal", message: "No." } });
    const { page } = await show(emptyFilter, { "filters/clone": no, "filters/delete": no });
    await page.getByRole("button", { name: "Clone" }).click();
    await page.getByRole("alert").filter({ hasText: "Cannot clone the filter" }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete filter" }).click();
    await page.getByRole("alert").filter({ hasText: "Cannot delete the filter" }).waitFor();
  });

  it("deletes after asking, and goes back to the lists with a toast", async () => {
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

  it("says when there is no such filter, or no longer, with a way back", async () => {
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

  it("speaks of no deletion while the lists are built anew, and is there when it is asked again", async () => {
    const message = "Your lists are being put together anew. This takes a moment; please try again shortly.";
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

  it("explains itself in Help and tips, with what every date example is today", async () => {
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

  it("is used by keyboard alone", async () => {
    const { page, updates, server } = await show(emptyFilter);
    await tabTo(page, title(page));
    await page.keyboard.press("End");
    await page.keyboard.type(" by hand");
    await tabTo(page, page.getByRole("combobox", { name: "Order status" }));
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => server.filter.order_status).toBe(1);
    const menu = group(page, "Order").getByRole("button", { name: "Tags (Order): is. Compare otherwise" });
    await tabTo(page, menu);
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "is not" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => field(page, "Tags").evaluate((element) => element.matches(":focus"))).toBe(true);
    await page.keyboard.type("test");
    await page.keyboard.press("Enter");
    await page.keyboard.type("vip");
    await page.keyboard.press("Enter");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["!test", "vip"]);
    // Back to the first value, change it; then take the other one out.
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    expect(await field(page, "Tags").inputValue()).toBe("!test");
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
    it(`can be used by everybody and fits on a telephone, ${scheme}`, async () => {
      const { page } = await show(fullFilter, {}, { scheme });
      await open(page, "Customer");
      await add(field(page, "Total Weight grams"), "heavy");
      await expectAccessible(page);
      await group(page, "Order").getByRole("button", { name: "Tags (Order): is. Compare otherwise" }).click();
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

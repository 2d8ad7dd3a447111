import type { Browser, BrowserContext, Locator, Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Filter } from "#domain/wire/filters/filters.ts";
import { logIn, type Merchant } from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { hasChromium, launchChromium } from "./support/chromium.ts";
import { shownValues, value } from "./support/filter-editor.ts";

const title = (page: Page) => page.getByRole("textbox", { name: "Title" });
const group = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const field = (page: Page, inGroup: string, name: string): Locator =>
  group(page, inGroup).getByRole("combobox", { name, exact: true });
const saved = (page: Page) => page.getByText("Saved", { exact: true }).waitFor();

/** One value for every siever, as it is typed; some with a sign. */
const everySiever: readonly (readonly [group: string, name: string, code: number, typed: string, stored?: string])[] = [
  ["Order", "Sales Channel", 1000, "Online Store"],
  ["Order", "Tags", 1001, "!wholesale"],
  ["Order", "Note Attributes", 1003, "delivery:date(YYYY/MM/DD; 1)"],
  ["Order", "Total Weight grams", 1004, ">=100"],
  ["Order line", "Fulfillment Status", 2000, "!Not eligible", "!not_eligible"],
  ["Order line", "Discount Codes", 2001, "!*"],
  ["Order line", "Properties", 2002, "engraving:Anna"],
  ["Order line", "Quantity", 2003, "<10"],
  ["Order line", "Refund Date", 2004, "<2026-11-30"],
  ["Order line", "Price", 2005, "> 0.5"],
  ["Product", "Vendor", 3000, "*"],
  ["Product", "Tags", 3001, "summer"],
  ["Product", "Types", 3002, "Ελληνικά"],
  ["Product", "Title", 3003, "Linen, blue; large"],
  ["Product", "Unique Id", 3004, "8123456789012"],
  ["Variant", "SKU", 4000, "00123"],
  ["Customer", "Tags", 5000, "vip"],
  ["Customer", "Country", 5001, "Greece"],
  ["Customer", "City", 5002, "!Athens"],
  ["Customer", "Email", 5003, "anna@example.com"],
];

describe.runIf(hasChromium())("a filter in the running product", () => {
  let sheaf: StartedSheaf;
  let browser: Browser;
  let merchant: Merchant;
  let context: BrowserContext;
  let problems: string[] = [];

  beforeAll(async () => {
    [sheaf, browser] = await Promise.all([startSheaf({ readyWithin: 180_000 }), launchChromium()]);
    merchant = await logIn(sheaf, "aurora-demo");
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
    context.setDefaultTimeout(60_000);
    await context.addInitScript(
      ([token, account]) => {
        localStorage.setItem("AUTH_TOKEN_KEY", token ?? "");
        localStorage.setItem("ACCOUNT_DATA_KEY", account ?? "");
      },
      [merchant.client.token() ?? "", JSON.stringify(merchant.account)],
    );
  });
  afterEach(async () => {
    await Promise.all(context.pages().map((page) => page.close()));
    const seen = problems;
    problems = [];
    expect(seen).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await sheaf?.stop();
  });

  const newFilter = () => merchant.client.data<Filter>("POST", "filters/create-new");
  const stored = (id: string) => merchant.client.data<Filter>("GET", `filters/get-filter?id=${id}`);
  const tab = async (id: string): Promise<Page> => {
    const page = await context.newPage();
    page.on("pageerror", (error) => problems.push(String(error)));
    await page.goto(`${sheaf.url}/Filters/Edit/${id}`);
    await title(page).waitFor();
    return page;
  };
  /** A tab that doesn't notify the others, as if on another computer. */
  const deafTab = async (id: string): Promise<Page> => {
    const page = await tab(id);
    await page.evaluate("BroadcastChannel.prototype.postMessage = () => undefined");
    return page;
  };

  it("is the same after a reload, with every kind of value", async () => {
    const { id } = await newFilter();
    const page = await tab(id);
    await title(page).fill("Every kind");
    const location = field(page, "Order", "Location");
    await location.click();
    const name = (await page.getByRole("option").first().textContent()) ?? "";
    await page.getByRole("option").first().click();
    for (const inGroup of ["Order line", "Product", "Variant", "Customer"])
      await group(page, inGroup).getByRole("button").first().click();
    for (const [inGroup, label, , typed] of everySiever) {
      await field(page, inGroup, label).fill(typed);
      await field(page, inGroup, label).press("Enter");
    }
    await page.getByRole("combobox", { name: "Financial status" }).click();
    await page.getByRole("option", { name: "Has paid", exact: false }).first().click();
    await expect.poll(async () => (await stored(id)).financial_status, { timeout: 20_000 }).toBe(10);
    const filter = await stored(id);
    expect(filter.title).toBe("Every kind");
    expect(Object.fromEntries(filter.OrderSievers.map(({ Field, Filter: values }) => [Field, values]))).toEqual({
      1002: [name],
      ...Object.fromEntries(everySiever.map(([, , code, typed, kept]) => [code, [kept ?? typed]])),
    });
    await page.getByText(/^<=\d+ orders?$/).waitFor();
    // The editor asks if a value occurs in recent orders once its field has the focus.
    const shown = () => shownValues(page.locator("section"));
    const before = await shown();
    await page.reload();
    await title(page).waitFor();
    expect(await title(page).inputValue()).toBe("Every kind");
    await expect.poll(shown).toEqual(before);
  });

  it("shows the number of orders it finds", async () => {
    const { id } = await newFilter();
    const page = await tab(id);
    await page.getByText("300 orders", { exact: true }).waitFor();
    await page.getByRole("combobox", { name: "Order status" }).click();
    await page.getByRole("option", { name: "Cancelled" }).click();
    await expect.poll(() => page.getByText(/^\d+ orders?$/).textContent(), { timeout: 20_000 }).not.toBe("300 orders");
  });

  it("merges changes that two tabs make in different fields", async () => {
    const { id } = await newFilter();
    const [one, other] = [await deafTab(id), await deafTab(id)];
    await title(one).fill("From the first tab");
    await saved(one);
    await field(other, "Order", "Tags").fill("vip");
    await field(other, "Order", "Tags").press("Enter");
    await saved(other);
    await expect.poll(() => title(other).inputValue()).toBe("From the first tab");
    expect(await stored(id)).toMatchObject({
      title: "From the first tab",
      OrderSievers: [{ Field: 1001, Filter: ["vip"] }],
    });
  });

  it("updates at once if another tab has saved it", async () => {
    const { id } = await newFilter();
    const [one, other] = [await tab(id), await tab(id)];
    await title(one).fill("Seen in both");
    await expect.poll(() => title(other).inputValue(), { timeout: 20_000 }).toBe("Seen in both");
  });

  it("is reloaded when the window becomes visible again", async () => {
    const { id } = await newFilter();
    const page = await tab(id);
    const filter = await stored(id);
    await merchant.client.data("PUT", "filters/update-filter", { ...filter, title: "Changed elsewhere" });
    // The window may become visible before the change can be read; people check more than once.
    const look = async () => {
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
      return title(page).inputValue();
    };
    await expect.poll(look, { timeout: 20_000, interval: 500 }).toBe("Changed elsewhere");
  });

  it.each([
    ["Keep mine", "Mine"],
    ["Take theirs", "Theirs"],
  ])("asks if both tabs changed the same field: %s", async (choice, expected) => {
    const { id } = await newFilter();
    const [theirs, mine] = [await deafTab(id), await deafTab(id)];
    await title(theirs).fill("Theirs");
    await saved(theirs);
    await title(mine).fill("Mine");
    const dialog = mine.getByRole("dialog", { name: "This filter was changed in another window" });
    const fieldOf = dialog.getByRole("group", { name: "Title" });
    await fieldOf.getByText("Mine", { exact: true }).waitFor();
    await fieldOf.getByText("Theirs", { exact: true }).waitFor();
    await fieldOf.getByText(/^Another window, \d{4}\/\d\d\/\d\d \d\d:\d\d$/).waitFor();
    expect(await dialog.getByRole("button", { name: "Continue" }).isDisabled()).toBe(true);
    await fieldOf.getByRole("button", { name: choice }).click();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await dialog.waitFor({ state: "detached" });
    await expect.poll(async () => (await stored(id)).title).toBe(expected);
    expect(await title(mine).inputValue()).toBe(expected);
    // And it continues to save.
    await title(mine).fill(`${expected} again`);
    await expect.poll(async () => (await stored(id)).title, { timeout: 20_000 }).toBe(`${expected} again`);
  });

  it("merges and asks in the same way about values typed offline in a tab that was closed", async () => {
    const { id } = await newFilter();
    const mine = await deafTab(id);
    // The connection hangs while all is typed, and breaks then.
    const held: Route[] = [];
    let isBroken = false;
    await mine.route(/\/api\//, (route) => {
      if (isBroken) return route.abort("connectionrefused");
      held.push(route);
    });
    await title(mine).fill("Mine");
    await field(mine, "Order", "Tags").fill("vip");
    await field(mine, "Order", "Tags").press("Enter");
    isBroken = true;
    await Promise.all(held.map((route) => route.abort("connectionrefused")));
    await mine.waitForURL(/\/Offline$/);
    await mine.close();
    const filter = await stored(id);
    await merchant.client.data("PUT", "filters/update-filter", { ...filter, title: "Theirs", order_status: 1 });
    const back = await tab(id);
    const dialog = back.getByRole("dialog", { name: "This filter was changed in another window" });
    const fieldOf = dialog.getByRole("group", { name: "Title" });
    await fieldOf.getByText("Mine", { exact: true }).waitFor();
    await fieldOf.getByText("Theirs", { exact: true }).waitFor();
    expect(await dialog.getByRole("group").count()).toBe(2);
    await fieldOf.getByRole("button", { name: "Keep mine" }).click();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect
      .poll(() => stored(id), { timeout: 20_000 })
      .toMatchObject({ title: "Mine", order_status: 1, OrderSievers: [{ Field: 1001, Filter: ["vip"] }] });
    await expect.poll(() => back.evaluate("JSON.stringify(localStorage)")).not.toContain(`filter:${id}`);
  });

  it("is shown as deleted at once in another tab, and is back once that is undone", async () => {
    const { id } = await newFilter();
    const [one, other] = [await tab(id), await tab(id)];
    await one.getByRole("button", { name: "Delete" }).click();
    await one.getByRole("button", { name: "Delete filter" }).click();
    await other.getByRole("heading", { name: "This filter was deleted" }).waitFor();
    await one.getByRole("button", { name: "Undo" }).click();
    await one.getByText(/^The filter “.+” is restored$/).waitFor();
    await title(other).fill("Goes on");
    await saved(other);
    expect((await stored(id)).title).toBe("Goes on");
  });

  it("is saved with late changes if it is restored from their page", async () => {
    const { id } = await newFilter();
    const [one, other] = [await deafTab(id), await tab(id)];
    await one.getByRole("button", { name: "Delete" }).click();
    await one.getByRole("button", { name: "Delete filter" }).click();
    await one.getByText("The filter is deleted", { exact: true }).waitFor();
    await title(other).fill("Not too late");
    await other.getByRole("heading", { name: "This filter was deleted" }).waitFor();
    await other.getByText("Restore it to save your last changes too.").waitFor();
    await other.getByRole("button", { name: "Restore" }).click();
    await expect.poll(() => title(other).inputValue(), { timeout: 20_000 }).toBe("Not too late");
    await expect.poll(async () => (await stored(id)).title, { timeout: 20_000 }).toBe("Not too late");
  });

  it("is shown as deleted at its address, and can be restored there", async () => {
    const { id } = await newFilter();
    await merchant.client.data("POST", "filters/delete", id);
    const page = await context.newPage();
    await page.goto(`${sheaf.url}/Filters/Edit/${id}`);
    await page.getByRole("heading", { name: "This filter was deleted" }).waitFor();
    await page.getByText(/ was deleted on \d{4}\/\d\d\/\d\d \d\d:\d\d\. You can restore it\.$/).waitFor();
    await page.getByRole("button", { name: "Restore" }).click();
    await title(page).waitFor();
    expect(await page.evaluate("document.activeElement.id")).toBe("main");
    expect((await stored(id)).id).toBe(id);
  });

  it("isn't found if it belongs to another shop", async () => {
    const other = await logIn(sheaf, "borealis-demo");
    const { id } = await other.client.data<Filter>("POST", "filters/create-new");
    await other.client.data("POST", "filters/delete", id);
    const page = await context.newPage();
    await page.goto(`${sheaf.url}/Filters/Edit/${id}`);
    await page.getByRole("heading", { name: "Filter not found" }).waitFor();
    expect(await page.getByRole("button", { name: "Restore" }).count()).toBe(0);
  });

  it("is cloned with all its values", async () => {
    const { id } = await newFilter();
    const page = await tab(id);
    await title(page).fill("Original");
    await field(page, "Order", "Tags").fill("vip");
    await page.getByRole("button", { name: "Clone" }).click();
    await expect.poll(() => title(page).inputValue(), { timeout: 20_000 }).toBe("Copy of Original");
    await value(page, "vip").waitFor();
    expect(page.url()).not.toContain(id);
  });
});

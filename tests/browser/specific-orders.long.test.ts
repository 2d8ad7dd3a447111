import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import { ordersPage, withDesigns, withOrders } from "./support/report-scenes.ts";
import { useScreens } from "./support/screens.ts";
import { account, job, type Script } from "./support/scripted-api.ts";

const pages: Script = {
  ...withDesigns,
  "orders/selectedOrders": () => ({ data: { Orders: ordersPage(1300), PrevPage: null, NextPage: "second" } }),
  "orders/selectedOrders-by-url": (_body, url) =>
    url.searchParams.get("url") === "second"
      ? { data: { Orders: ordersPage(1050, 50), PrevPage: "first", NextPage: null } }
      : { data: { Orders: ordersPage(1300), PrevPage: null, NextPage: "second" } },
  "reporting/generateReport": () => ({ data: job({}) }),
};
const modal = (page: Page) => page.getByRole("dialog", { name: "Select specific orders" });
const box = (page: Page) => page.getByRole("checkbox", { name: "Select specific orders" });
const isSelected = (page: Page, name: string) =>
  page.getByRole("row", { name }).evaluate((row) => row.getAttribute("aria-selected"));

describe.runIf(hasChromium())("'Select specific orders'", () => {
  const screens = useScreens();

  it("opens when the box is checked, and lists 250 orders with six columns", async () => {
    const { page, calls } = await screens.open("/Reports", { account, script: withOrders });
    await box(page).click();
    await page.getByRole("row", { name: "#1300" }).waitFor();
    expect(await modal(page).getByRole("columnheader").allTextContents()).toEqual([
      "#Order",
      "Date",
      "Customer",
      "Financial",
      "Fulfillment",
      "Price",
    ]);
    expect(await modal(page).getByRole("row").count()).toBe(251);
    const asked = calls.find(({ path }) => path === "orders/selectedOrders");
    expect(asked?.query).toEqual({ location: "manual", pageSize: "250" });
    expect(await page.getByRole("row", { name: "#1297" }).getByRole("gridcell").allTextContents()).toEqual([
      "#1297",
      "2026/11/20 20:40",
      "Aisha Rahman",
      "Partially refunded",
      "Shipped",
      "€123.50",
    ]);
  });

  it("toggles a row by click, keeps choices across pages, and sends them in the request after Done", async () => {
    const { page, callsOf } = await screens.open("/Reports", { account, script: pages });
    await box(page).click();
    await page.getByRole("row", { name: "#1299" }).click();
    await page.getByRole("row", { name: "#1298" }).click();
    expect(await isSelected(page, "#1298")).toBe("true");
    await page.getByRole("row", { name: "#1298" }).click();
    expect(await isSelected(page, "#1298")).toBe("false");
    expect(await page.getByRole("button", { name: "Previous" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("row", { name: "#1050" }).click();
    expect(await page.getByRole("button", { name: "Next" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Previous" }).click();
    await page.getByRole("row", { name: "#1299" }).waitFor();
    expect(await isSelected(page, "#1299")).toBe("true");
    await page.getByText("2 orders selected").waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "ORDERS 2 selected" }).waitFor();
    expect(await page.getByText("Total orders:").count()).toBe(0);
    await page.getByRole("button", { name: "Generate" }).click();
    await expect
      .poll(() => callsOf("reporting/generateReport")[0]?.body)
      .toMatchObject({ SelectedOrderIds: ["gid://order/1299", "gid://order/1050"], EmptyExpected: false });
  });

  it("finds orders by number, name or e-mail, and returns to the list if the text is cleared", async () => {
    const found: Script = {
      ...pages,
      "orders/search-orders": () => ({ data: { Orders: ordersPage(77, 1), IsWhole: false, Unread: 0 } }),
    };
    const { page, callsOf } = await screens.open("/Reports", { account, script: found });
    await box(page).click();
    await page.getByRole("row", { name: "#1299" }).click();
    const search = page.getByRole("searchbox", { name: "Search all orders by number, name or e-mail" });
    await search.fill("aisha");
    await page.getByRole("row", { name: "#77" }).click();
    await page.getByText("These are the newest 250 that match. Type more to find others.").waitFor();
    expect(callsOf("orders/search-orders").map(({ body }) => body)).toEqual([{ Text: "aisha" }]);
    expect(await page.getByRole("row", { name: "#1299" }).count()).toBe(0);
    await search.fill("");
    await page.getByRole("row", { name: "#1299" }).waitFor();
    await page.getByText("2 orders selected").waitFor();
  });

  it("accepts a pasted list of order numbers, and lists those that weren't found", async () => {
    const found: Script = {
      ...pages,
      "orders/find-numbers": (body) => {
        const { Numbers } = body as { Numbers: string[] };
        const isThere = (number: string) => Number(number.replace("#", "")) < 1300;
        const Ids = Numbers.filter(isThere).map((number) => `gid://order/${number.replace("#", "")}`);
        return { data: { Ids, NotFound: Numbers.filter((number) => !isThere(number)), Unread: 0 } };
      },
    };
    const { page, callsOf } = await screens.open("/Reports", { account, script: found });
    await box(page).click();
    await page.getByRole("button", { name: "Paste order numbers" }).click();
    const numbers = page.getByRole("textbox", { name: "Order numbers" });
    const many = Array.from({ length: 98 }, (_, at) => 1000 + at).join("\n");
    await numbers.fill(`${many}\n#1299, 1298; 1298\n9998\n9999`);
    await page.getByRole("button", { name: "Select these orders" }).click();
    await page.getByText("100 orders found and selected.").waitFor();
    await page.getByText("Not found, or shared by several orders: 9998, 9999").waitFor();
    expect(await numbers.inputValue()).toBe("9998\n9999");
    expect(callsOf("orders/find-numbers")).toHaveLength(2);
    expect(await isSelected(page, "#1299")).toBe("true");
    await page.getByText("100 orders selected", { exact: true }).waitFor();
    await expectAccessible(page);
  });

  it("selects all listed rows at once", async () => {
    const { page } = await screens.open("/Reports", { account, script: pages });
    await box(page).click();
    await page.getByRole("button", { name: "Select all listed rows" }).click();
    await page.getByText("250 orders selected").waitFor();
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("row", { name: "#1050" }).waitFor();
    await page.getByRole("button", { name: "Select all listed rows" }).click();
    await page.getByText("300 orders selected").waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByText("0 orders selected").waitFor();
  });

  it("reopens with the choice by the ORDERS button, and unchecking the box clears it and restores the count", async () => {
    const { page } = await screens.open("/Reports", { account, script: pages });
    await box(page).click();
    await page.getByRole("row", { name: "#1299" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "ORDERS 1 selected" }).click();
    await page.getByRole("row", { name: "#1299" }).waitFor();
    expect(await isSelected(page, "#1299")).toBe("true");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await modal(page).waitFor({ state: "hidden" });
    await box(page).click();
    await page.getByText("Total orders:").waitFor();
    expect(await box(page).isChecked()).toBe(false);
    expect(await page.getByRole("button", { name: /^ORDERS/ }).count()).toBe(0);
  });

  it("keeps the choice across a reload, until the box is unchecked", async () => {
    const { page, callsOf } = await screens.open("/Reports", { account, script: pages });
    await box(page).click();
    await page.getByRole("row", { name: "#1299" }).click();
    await page.getByRole("row", { name: "#1297" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await page.reload();
    await page.getByRole("button", { name: "ORDERS 2 selected" }).waitFor();
    expect(await box(page).isChecked()).toBe(true);
    expect(await page.getByText("Total orders:").count()).toBe(0);
    await page.getByRole("button", { name: "Generate" }).click();
    await expect
      .poll(() => callsOf("reporting/generateReport")[0]?.body)
      .toMatchObject({ SelectedOrderIds: ["gid://order/1299", "gid://order/1297"] });
    await page.getByRole("button", { name: "Close Report exports" }).click();
    await box(page).click();
    await page.reload();
    await page.getByText("Total orders:").waitFor();
    expect(await box(page).isChecked()).toBe(false);
  });

  it("drops the choice at logout", async () => {
    const { page } = await screens.open("/Reports", { account, script: pages });
    await box(page).click();
    await page.getByRole("row", { name: "#1299" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "ORDERS 1 selected" }).waitFor();
    const kept = () => page.evaluate("JSON.stringify(sessionStorage)");
    expect(await kept()).toContain("order/1299");
    await page.getByRole("button", { name: "Aurora" }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await page.getByText("You are logged out.").waitFor();
    expect(await kept()).not.toContain("order");
  });

  it("works by keyboard only: arrows move, Space and Enter toggle, Tab reaches one row", async () => {
    const { page } = await screens.open("/Reports", { account, script: pages });
    await tabTo(page, box(page));
    await page.keyboard.press("Space");
    const first = page.getByRole("row", { name: "#1300" });
    await tabTo(page, first);
    await page.keyboard.press("Space");
    for (const key of ["ArrowDown", "ArrowDown", "Enter", "End", "Space", "Home", "PageDown"]) {
      await page.keyboard.press(key);
    }
    expect(await page.locator(":focus").getAttribute("data-index")).toBe("10");
    await page.getByText("3 orders selected").waitFor();
    expect(await Promise.all(["#1300", "#1298", "#1051"].map((name) => isSelected(page, name)))).toEqual([
      "true",
      "true",
      "true",
    ]);
    await tabTo(page, page.getByRole("button", { name: "Done" }));
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "ORDERS 3 selected" }).waitFor();
    await expect.poll(() => box(page).evaluate((one) => one.matches(":focus"))).toBe(true);
  });

  it("leaves the box unchecked if nothing was chosen", async () => {
    const { page } = await screens.open("/Reports", { account, script: pages });
    await box(page).click();
    await page.getByRole("button", { name: "Done" }).click();
    await modal(page).waitFor({ state: "hidden" });
    expect(await box(page).isChecked()).toBe(false);
    await page.getByText("Total orders:").waitFor();
  });

  it("says that it is loading, that orders are missing or none, and for 2.5 s that it failed, with a retry", async () => {
    const none = { Orders: [], PrevPage: null, NextPage: null };
    let answer: object | null = null;
    const { page } = await screens.open("/Reports", {
      account,
      clockFrom: "2026-11-20T10:00:00Z",
      script: {
        ...withDesigns,
        "orders/selectedOrders": () =>
          answer === null
            ? { status: 500, error: { code: "Broken", message: "The store platform isn't answering right now." } }
            : { data: answer },
      },
    });
    const held = Promise.withResolvers<void>();
    await page.route(/selectedOrders/, async (route) => {
      await held.promise;
      await route.fallback();
    });
    await page.getByText("300 orders", { exact: true }).waitFor();
    await box(page).click();
    await page.getByRole("progressbar", { name: "Loading orders" }).waitFor();
    held.resolve();
    const toast = page.getByText("Cannot load selected orders table at the moment");
    await toast.waitFor();
    await page.getByText("The store platform isn't answering right now.").waitFor();
    await page.clock.runFor(3000);
    await toast.waitFor({ state: "hidden" });
    const tryAgain = async (next: object) => {
      answer = next;
      await page.getByRole("button", { name: "Try again" }).click();
    };
    await tryAgain({ ...none, Orders: ordersPage(1300, 1), Unread: 2 });
    await page.getByText("2 orders of this page couldn't be read from your store. Try again.").waitFor();
    expect(await page.getByRole("row", { name: "#1300" }).count()).toBe(1);
    await tryAgain({ ...none, Unread: 1 });
    await page.getByText("1 order of this page couldn't be read from your store. Try again.").waitFor();
    expect(await page.getByText("No orders on these dates").count()).toBe(0);
    await tryAgain(none);
    await page.getByText("No orders on these dates").waitFor();
    expect(await page.getByText("couldn't be read").count()).toBe(0);
  });

  it("has one column on a phone", async () => {
    const { page } = await screens.open("/Reports", { account, script: withOrders, width: 390, height: 844 });
    await box(page).click();
    const row = page.getByRole("row", { name: "#1299" });
    await row.waitFor();
    const inside = await row.evaluate((one) => {
      const cells = [...one.querySelectorAll("td")].map((cell) => cell.getBoundingClientRect());
      return cells.every((cell) => cell.width > 0 && cell.left >= 0 && cell.right <= window.innerWidth);
    });
    expect(inside).toBe(true);
    await row.click();
    await page.getByText("1 order selected").waitFor();
  });
});

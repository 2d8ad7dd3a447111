import { describe, expect, it } from "vitest";
import { hasChromium } from "./support/chromium.ts";
import {
  add,
  chooseOperator,
  field,
  filterEditors,
  group,
  openChoice,
  savedValues,
  shownValues,
  title,
  value,
} from "./support/filter-editor.ts";
import { useScreens } from "./support/screens.ts";

describe.runIf(hasChromium())("values of a filter", () => {
  const show = filterEditors(useScreens());

  it("show in how many of the newest orders they appear", async () => {
    const { page } = await show();
    await field(page, "Tags").click();
    await page.getByRole("option", { name: "vip · 33" }).waitFor();
    // A value that no recent order has shows no count.
    expect(await page.getByRole("option", { name: "returning" }).innerText()).toBe("returning");
    await page.getByText("How many of your newest 250 orders have it").waitFor();
  });

  it("are marked if no order has them, and replaced by the likely value by click or Enter", async () => {
    const { page, updates } = await show();
    const tags = field(page, "Tags");
    await add(tags, "wholsale");
    await add(tags, "!vpi");
    await add(tags, "summer");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["wholsale", "!vpi", "summer"]);
    const order = group(page, "Order");
    await order.getByText("“wholsale” is not in your newest 250 orders. Did you mean “wholesale”?").waitFor();
    await order.getByText("“summer” is not in your newest 250 orders.", { exact: true }).waitFor();
    await expect.poll(() => order.getByRole("img", { name: "Not in your newest orders" }).count()).toBe(3);
    await order.getByRole("button", { name: "“wholesale”" }).click();
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["wholesale", "!vpi", "summer"]);
    expect(await tags.evaluate((element) => element === document.activeElement)).toBe(true);
    await order.getByRole("button", { name: "“vip”" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["wholesale", "!vip", "summer"]);
    await expect.poll(() => order.getByText("Did you mean").count()).toBe(0);
  });

  it("added when the field loses focus are reported, and Undo makes them text again", async () => {
    const { page, updates } = await show();
    const tags = field(page, "Tags");
    await tags.fill("whol");
    await title(page).click();
    await page.getByText("Added “whol” when you left the field.").waitFor();
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["whol"]);
    await page.getByRole("button", { name: "Undo" }).click();
    expect(await tags.inputValue()).toBe("whol");
    await expect.poll(() => savedValues(updates(), 1001)).toBeUndefined();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByText("when you left the field").count()).toBe(0);
  });

  it("added when the user leaves the page are reported on the next one", async () => {
    const { page } = await show();
    await field(page, "Tags").fill("whol");
    await page.getByRole("link", { name: "Manager" }).first().click();
    await page.getByText("Added “whol” to Tags (Order), because it was still in the field.").waitFor();
  });

  it("can be partial, by the menu or by stars, and are shown in words", async () => {
    const { page, updates } = await show();
    const tags = field(page, "Tags");
    await tags.fill("vi");
    await chooseOperator(page, "Tags (Order): is", "begins with");
    await page.keyboard.press("Enter");
    await add(tags, "!*old*");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["vi*", "!*old*"]);
    expect(await shownValues(group(page, "Order"))).toEqual(["begins with vi", "does not contain old"]);
    await page
      .getByText("Orders tagged with anything that begins with “vi” and not with anything that contains “old”.")
      .waitFor();
  });

  it("can be chosen or typed in words if they are days, and are shown so", async () => {
    const { page, updates } = await show();
    await openChoice(page, "Order line");
    const refunds = field(page, "Refund Date", "Order line");
    await page.getByRole("button", { name: "Refund Date: choose a day" }).click();
    await page.getByRole("button", { name: "30 days ago" }).click();
    await expect.poll(() => savedValues(updates(), 2004)).toEqual(["date(YYYY-MM-DD; -30)"]);
    await add(refunds, "!tomorrow");
    await expect.poll(() => savedValues(updates(), 2004)).toEqual(["date(YYYY-MM-DD; -30)", "!date(YYYY-MM-DD; 1)"]);
    await page
      .getByText(/^Only lines with a refund date of 30 days ago \(\d+ [A-Z][a-z]{2}( \d{4})?\) and whose/)
      .waitFor();
    await value(page, "30 days ago").click();
    expect(await refunds.inputValue()).toBe("30 days ago");
  });
});

import { describe, expect, it } from "vitest";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import {
  add,
  chooseOperator,
  field,
  filterEditors,
  group,
  isFocused,
  openChoice,
  operator,
  savedValues,
  shownValues,
  title,
  value,
} from "./support/filter-editor.ts";
import { useScreens } from "./support/screens.ts";
import { emptyFilter } from "./support/scripted-filters.ts";

const sievers = [
  { Field: 1001, Filter: ["vip", "gift*"] },
  { Field: 1002, Filter: ["Athens Warehouse"] },
  { Field: 1004, Filter: [">=500"] },
  { Field: 2000, Filter: ["not_eligible"] },
  { Field: 2004, Filter: ["date(YYYY-MM-DD; -30)"] },
];
const everyKind = { ...emptyFilter, OrderSievers: sievers };

/** Changes the operator of one value of every kind, and reads what was saved. */
const changes = [
  ["Tags (Order), vip: is", "is not", 1001, ["!vip", "gift*"]],
  ["Tags (Order), begins with gift: begins with", "does not contain", 1001, ["!vip", "!*gift*"]],
  ["Location (Order), Athens Warehouse: is", "is not", 1002, ["!Athens Warehouse"]],
  ["Total Weight grams (Order), at least 500: at least", "less than", 1004, ["<500"]],
  ["Fulfillment Status (Order line), not eligible: is", "is not", 2000, ["!not_eligible"]],
  ["Refund Date (Order line), 30 days ago: on", "before", 2004, ["<date(YYYY-MM-DD; -30)"]],
] as const;

describe.runIf(hasChromium())("the operator of a value", () => {
  const show = filterEditors(useScreens());

  it("is shown in the value and changed only there, and the next value starts with its own", async () => {
    const { page, updates } = await show();
    const tags = field(page, "Tags");
    await add(tags, "gift card");
    // Nothing next to the value could be mistaken for its operator.
    expect(await page.getByRole("button", { name: "Change how to compare" }).count()).toBe(1);
    await chooseOperator(page, "Tags (Order), gift card: is", "is not");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["!gift card"]);
    expect(await shownValues(group(page, "Order"))).toEqual(["is not gift card"]);
    await page.getByText("Orders not tagged “gift card”.").waitFor();
    await add(tags, "vip");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["!gift card", "vip"]);
  });

  it("is saved at once if only it changes while the value is edited", async () => {
    const { page, updates } = await show({ ...emptyFilter, OrderSievers: [{ Field: 1001, Filter: ["vip", "gift"] }] });
    await value(page, "vip").click();
    await chooseOperator(page, "Tags (Order): is", "is not");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["!vip", "gift"]);
    expect(await field(page, "Tags").inputValue()).toBe("vip");
    await chooseOperator(page, "Tags (Order): is not", "contains");
    await page.keyboard.press("Escape");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["*vip*", "gift"]);
    await value(page, "gift").click();
    await chooseOperator(page, "Tags (Order): is", "is not");
    await page.keyboard.type("s");
    await title(page).click();
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["*vip*", "!gifts"]);
  });

  it("is shown for a typed sign, and replaces the sign if it is chosen", async () => {
    const { page, updates } = await show();
    const tags = field(page, "Tags");
    await tags.fill("!vip");
    await chooseOperator(page, "Tags (Order): is not", "is");
    expect(await tags.inputValue()).toBe("vip");
    await page.keyboard.press("Enter");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["vip"]);
  });

  it("is restored with the text by Undo, and reset if the text is deleted", async () => {
    const { page, updates } = await show();
    const tags = field(page, "Tags");
    await tags.fill("whol");
    await chooseOperator(page, "Tags (Order): is", "is not");
    await title(page).click();
    await page.getByText("Added “is not whol” when you left the field.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await operator(page, "Tags (Order): is not").waitFor();
    await tags.fill("");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: "vip · 33" }).click();
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["vip"]);
  });

  it("is refused with an error if it would duplicate another value", async () => {
    const { page, updates } = await show({ ...emptyFilter, OrderSievers: [{ Field: 1001, Filter: ["vip", "!vip"] }] });
    await chooseOperator(page, "Tags (Order), is not vip: is not", "is");
    await page.getByText("“vip” is already in the list, so the comparison wasn't changed.").waitFor();
    expect(updates()).toEqual([]);
  });

  it("waits for a text if it needs one, and the value stays until then", async () => {
    const { page, updates } = await show({ ...emptyFilter, OrderSievers: [{ Field: 1001, Filter: ["!*"] }] });
    await chooseOperator(page, "Tags (Order), is empty: is empty", "is not");
    await expect.poll(() => isFocused(field(page, "Tags"))).toBe(true);
    await title(page).click();
    expect(await shownValues(group(page, "Order"))).toEqual(["is empty"]);
    await chooseOperator(page, "Tags (Order), is empty: is empty", "is not");
    await page.keyboard.type("vip");
    await page.keyboard.press("Enter");
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["!vip"]);
  });

  it("is kept if another value is opened, and removing another value doesn't affect it", async () => {
    const { page, updates } = await show({ ...emptyFilter, OrderSievers: [{ Field: 1001, Filter: ["vip", "gift"] }] });
    await value(page, "vip").click();
    await page.getByRole("button", { name: "Remove gift", exact: true }).click();
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["vip"]);
    await page.keyboard.press("Escape");
    await field(page, "Tags").fill("new");
    await chooseOperator(page, "Tags (Order): is", "is not");
    await value(page, "vip").click();
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["vip", "!new"]);
    // Emptying it by Backspace removes no other value.
    for (const _ of "vip!") await page.keyboard.press("Backspace");
    await page.keyboard.press("Enter");
    await title(page).click();
    await expect.poll(() => savedValues(updates(), 1001)).toEqual(["!new"]);
  });

  it("can be changed by mouse in every kind of field", async () => {
    const { page, updates } = await show(everyKind);
    for (const [name, chosen, code, saved] of changes) {
      await chooseOperator(page, name, chosen);
      await expect.poll(() => savedValues(updates(), code)).toEqual(saved);
    }
  });

  it("can be changed by keyboard in every kind of field, and keeps the focus", async () => {
    const { page, updates } = await show(everyKind);
    for (const [name, chosen, code, saved] of changes) {
      const [, label = "", section = ""] = /^(.*?) \((.*?)\)/u.exec(name) ?? [];
      await field(page, label, section).focus();
      const target = operator(page, name);
      for (let step = 0; step < 4 && !(await isFocused(target)); step += 1) await page.keyboard.press("ArrowLeft");
      expect(await isFocused(target), name).toBe(true);
      await page.keyboard.press("Enter");
      await page.getByRole("menuitem", { name: chosen, exact: true }).focus();
      await page.keyboard.press("Enter");
      await expect.poll(() => savedValues(updates(), code)).toEqual(saved);
      await page.getByRole("menu").waitFor({ state: "detached" });
      expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "")).toContain(
        `: ${chosen}. Change how to compare`,
      );
    }
  });

  it("can be changed by touch at 390 px in every kind of field", async () => {
    const { page, updates } = await show(everyKind, {}, { width: 390, height: 844, touch: true });
    for (const [name, chosen, code, saved] of changes) {
      const target = operator(page, name);
      await target.scrollIntoViewIfNeeded();
      const box = await target.boundingBox();
      expect(Math.min(box?.height ?? 0, box?.width ?? 0), name).toBeGreaterThanOrEqual(32);
      await target.tap();
      await page.getByRole("menuitem", { name: chosen, exact: true }).tap();
      await expect.poll(() => savedValues(updates(), code)).toEqual(saved);
    }
    // No keyboard came up over the values.
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("INPUT");
    await openChoice(page, "Customer");
    await expectFitsTelephone(page);
    await expectAccessible(page);
  });
});

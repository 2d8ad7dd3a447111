import { describe, expect, it } from "vitest";
import { expectAccessible } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { add, field, filterEditors, group, savedValues, shownValues } from "./support/filter-editor.ts";
import { useScreens } from "./support/screens.ts";

describe.runIf(hasChromium())("an empty field of the filter editor", () => {
  const screens = useScreens();
  const open = filterEditors(screens);

  it("shows no operator, even with the focus, but offers those that need no text", async () => {
    const { page, updates } = await open();
    const tags = field(page, "Tags");
    const operators = page.getByRole("button", { name: "Change how to compare" });
    const indent = async () =>
      ((await tags.boundingBox())?.x ?? 0) - ((await tags.locator("xpath=../..").boundingBox())?.x ?? 0);
    expect(await tags.getAttribute("placeholder")).toBe("e.g. vip, wholesale");
    // The example begins where a value would.
    expect(await indent()).toBeLessThan(16);
    await tags.click();
    await page.getByRole("option", { name: "is empty", exact: true }).waitFor();
    expect(await operators.count()).toBe(0);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await field(page, "Total Weight grams").click();
    await page.getByRole("option", { name: "has any value", exact: true }).click();
    await expect.poll(() => savedValues(updates(), 1004)).toEqual(["*"]);
    expect(await shownValues(group(page, "Order"))).toEqual(["has any value"]);
  });

  it("accepts a decimal comma, and asks if it is ambiguous", async () => {
    const { page, updates } = await open();
    const weight = field(page, "Total Weight grams");
    await add(weight, "1,234");
    await page.getByText("“1,234” can be read in two ways. Type 1234 or 1.2340.").waitFor();
    expect(await weight.inputValue()).toBe("1,234");
    await add(weight, "12,5");
    await page.getByText("Saved", { exact: true }).first().waitFor();
    expect(savedValues(updates(), 1004)).toEqual(["12.5"]);
  });
});

import { describe, expect, it } from "vitest";
import { expectAccessible } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { add, field, filterEditors, savedValues } from "./support/filter-editor.ts";
import { useScreens } from "./support/screens.ts";

describe.runIf(hasChromium())("an empty field of the filter editor", () => {
  const screens = useScreens();
  const open = filterEditors(screens);

  it("is quiet: its operator shows with the focus, by the keyboard, and once the field has a value", async () => {
    const { page } = await open();
    const tags = field(page, "Tags");
    const operator = page.getByLabel("Tags (Order): is. Compare otherwise", { exact: true });
    const opacity = () => operator.evaluate((button) => getComputedStyle(button.parentElement ?? button).opacity);
    const indent = async () =>
      ((await tags.boundingBox())?.x ?? 0) - ((await tags.locator("xpath=../..").boundingBox())?.x ?? 0);
    expect(await tags.getAttribute("placeholder")).toBe("e.g. vip, wholesale");
    expect(await opacity()).toBe("0");
    // The example begins where a value would.
    expect(await indent()).toBeLessThan(16);
    await expectAccessible(page);

    await tags.hover();
    expect(await opacity()).toBe("0");

    await tags.click();
    expect(await opacity()).toBe("1");
    expect(await tags.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press("Shift+Tab");
    expect(await operator.evaluate((button) => button === document.activeElement)).toBe(true);
    expect(await opacity()).toBe("1");
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "is not", exact: true }).waitFor();
    expect(await opacity()).toBe("1");
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await expect.poll(() => operator.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press("Shift+Tab");
    await expect.poll(opacity).toBe("0");

    await add(tags, "vip");
    await page.getByRole("textbox", { name: "Title" }).focus();
    expect(await opacity()).toBe("1");
  });

  it("understands a decimal comma, and asks where it may mean two figures", async () => {
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

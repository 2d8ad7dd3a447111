import type { Locator, Page } from "playwright-core";

/** Presses Tab until the element has the focus. */
export const tabTo = async (page: Page, target: Locator, atMost = 60): Promise<void> => {
  await target.waitFor();
  for (let presses = 0; presses < atMost; presses += 1) {
    if (await target.evaluate((element) => element.matches(":focus"))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${target}.`);
};

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { hasChromium } from "./support/chromium.ts";
import { counted, field } from "./support/filter-editor.ts";
import { useScreens } from "./support/screens.ts";
import { account } from "./support/scripted-api.ts";
import { filterServer, fullFilter } from "./support/scripted-filters.ts";
import { historyServer } from "./support/scripted-history.ts";

const panels = ["Help and tips", "Report exports", "History"] as const;
const opener = (page: Page, name: string) => page.getByRole("button", { name: new RegExp(`^${name}`) });
const aside = (page: Page) => page.getByRole("complementary");
const twoFrames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))";

describe.runIf(hasChromium())("the scroll position when a panel opens and closes", () => {
  const screens = useScreens();
  const read = (page: Page) => page.getByText("Total Weight grams", { exact: true });
  const topOf = async (page: Page, of = read(page)): Promise<number> => {
    await page.evaluate(twoFrames);
    return of.evaluate((element) => element.getBoundingClientRect().top);
  };
  /** The filter editor at a width where a panel makes its two columns one, with a field right below its header. */
  const edit = async (motion: "reduce" | "no-preference" = "reduce") => {
    const script = { ...historyServer().script, ...filterServer(fullFilter).script };
    const { page } = await screens.open("/Filters/Edit/f1", { account, script, width: 1260, height: 500, motion });
    await counted(page);
    await read(page).evaluate((element) =>
      scrollBy({ top: element.getBoundingClientRect().top - 160, behavior: "instant" }),
    );
    expect(Math.abs((await topOf(page)) - 160)).toBeLessThanOrEqual(1);
    return page;
  };
  const expectThere = async (page: Page, top = 160, of = read(page)) =>
    expect(Math.abs((await topOf(page, of)) - top)).toBeLessThanOrEqual(2);

  it.each(panels)("stays by mouse and after Escape: %s", async (name) => {
    const page = await edit();
    await opener(page, name).click();
    await aside(page).waitFor();
    await expectThere(page);
    await page.keyboard.press("Escape");
    await aside(page).waitFor({ state: "detached" });
    await expectThere(page);
  });

  it.each(panels)("stays by keyboard and with animations: %s", async (name) => {
    const page = await edit("no-preference");
    await opener(page, name).evaluate(
      (button) => button instanceof HTMLElement && button.focus({ preventScroll: true }),
    );
    await page.keyboard.press("Enter");
    await aside(page).waitFor();
    await expectThere(page);
    await page.keyboard.press("Escape");
    await aside(page).waitFor({ state: "detached" });
    await expectThere(page);
  });

  it("stays while one panel replaces another", async () => {
    const page = await edit();
    for (const name of [...panels, ...panels]) {
      await opener(page, name).click();
      await page.getByRole("complementary", { name: new RegExp(name) }).waitFor();
      await expectThere(page);
    }
  });

  it("stays that of the focused field, if it is visible", async () => {
    const page = await edit();
    const price = field(page, "Price", "Order line");
    await price.evaluate((element) => {
      scrollBy({ top: element.getBoundingClientRect().top - 380, behavior: "instant" });
      if (element instanceof HTMLElement) element.focus({ preventScroll: true });
    });
    const top = await topOf(page, price);
    await opener(page, "Help and tips").click();
    await aside(page).waitFor();
    await expectThere(page, top, price);
    await page.keyboard.press("Escape");
    await aside(page).waitFor({ state: "detached" });
    await expectThere(page, top, price);
  });

  it("doesn't prevent scrolling", async () => {
    const page = await edit();
    await opener(page, "Help and tips").click();
    await aside(page).waitFor();
    await page.mouse.move(300, 300);
    await page.mouse.wheel(0, 150);
    await expect.poll(() => topOf(page)).toBeLessThan(20);
    await page.keyboard.press("Escape");
    await aside(page).waitFor({ state: "detached" });
  });
});

import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { hasChromium, launchScrollbarChromium } from "./support/chromium.ts";
import { withDesigns } from "./support/report-scenes.ts";
import { useScreens } from "./support/screens.ts";
import { account, noOrders } from "./support/scripted-api.ts";
import { managerServer } from "./support/scripted-manager.ts";

/** Positions whose change a user sees as a jump: the scrollbar, the heading and the scroll position. */
const stand = (page: Page) =>
  page.evaluate<{ scrollbar: number; padding: string; overflow: string; left: number; scrolled: number }>(`({
    scrollbar: innerWidth - document.documentElement.clientWidth,
    padding: getComputedStyle(document.body).paddingRight,
    overflow: getComputedStyle(document.body).overflowY,
    left: Math.round(document.querySelector("h1").getBoundingClientRect().left),
    scrolled: scrollY,
  })`);

/** Clicks without scrolling, as a test's own click scrolls differently from a user's. */
const clickThere = async (page: Page, target: Locator) => {
  const box = await target.boundingBox();
  if (box === null) throw new Error(`${target} cannot be seen.`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
};

describe.runIf(hasChromium())("the page under menus, pickers and dialogs", () => {
  const screens = useScreens(launchScrollbarChromium);
  const reports = async () => {
    const { page } = await screens.open("/Reports", { account, script: { ...withDesigns, ...noOrders }, height: 500 });
    await page.getByText("0 orders", { exact: true }).waitFor();
    await page.evaluate("scrollTo(0, 120)");
    const before = await stand(page);
    expect(before).toMatchObject({ scrollbar: 15, scrolled: 120 });
    return { page, before };
  };

  it("keeps its scrollbar and scroll position under a menu, by mouse and by keyboard", async () => {
    const { page, before } = await reports();
    await clickThere(page, page.getByRole("button", { name: "Configuration" }));
    await page.getByRole("menu").waitFor();
    expect(await stand(page)).toEqual(before);
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Aurora" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menu").waitFor();
    await page.keyboard.press("End");
    expect(await stand(page)).toEqual(before);
  });

  it("keeps them under a field's options, even if those are scrolled", async () => {
    const { page, before } = await reports();
    const field = page.getByRole("combobox", { name: "Date range" });
    await field.scrollIntoViewIfNeeded();
    const there = await stand(page);
    await clickThere(page, field);
    await page.getByRole("option", { name: "Custom range" }).waitFor();
    expect(await stand(page)).toEqual(there);
    await page.mouse.wheel(0, 2000);
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    expect(await stand(page)).toEqual(there);
    expect(there.left).toBe(before.left);
  });

  it("keeps them under a dialog, despite wheel and keys", async () => {
    const { page, before } = await reports();
    await page.getByRole("button", { name: "Why the report is empty?" }).click();
    const dialog = page.getByRole("dialog", { name: "Empty report" });
    await dialog.waitFor();
    const held = await stand(page);
    expect(held).toMatchObject({ scrollbar: 15, padding: "0px", overflow: "visible", left: before.left });
    await dialog.hover();
    await page.mouse.wheel(0, 400);
    await page.mouse.move(5, 400);
    await page.mouse.wheel(0, 400);
    for (const key of ["PageDown", "End", "ArrowDown"]) await page.keyboard.press(key);
    // Two frames: the browser scrolls in the next one.
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    expect(await stand(page)).toEqual(held);
  });
});

describe.runIf(hasChromium())("the rows of the Manager", () => {
  const screens = useScreens();
  const lines = (page: Page, section: string) =>
    page
      .getByRole("region", { name: section, exact: true })
      .getByRole("listitem")
      .evaluateAll((rows) => rows.map((row) => getComputedStyle(row).borderTopWidth));

  it("are separated by lines after a clone and after a move", async () => {
    const { page } = await screens.open("/Manager", { account, script: managerServer().script });
    await expect.poll(() => lines(page, "Filters")).toEqual(["0px", "1px", "1px"]);
    await page.getByRole("button", { name: "More actions for Returns" }).click();
    await page.getByRole("menuitem", { name: "Clone" }).click();
    await expect.poll(() => lines(page, "Filters")).toEqual(["0px", "1px", "1px", "1px"]);
    const designs = page.getByRole("region", { name: "Report designs", exact: true });
    await page.getByRole("button", { name: "More actions for Packing list" }).click();
    await page.getByRole("menuitem", { name: "Clone" }).click();
    await expect.poll(() => lines(page, "Report designs")).toEqual(["0px", "1px", "1px", "1px"]);
    await page.getByRole("button", { name: "More actions for Packing list", exact: true }).click();
    await page.getByRole("menuitem", { name: "Move Down" }).click();
    await expect.poll(() => lines(page, "Report designs")).toEqual(["0px", "1px", "1px", "1px"]);
    const handle = designs.getByRole("button", { name: "Drag Packing list", exact: true });
    await handle.focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => lines(page, "Report designs")).toEqual(["0px", "1px", "1px", "1px"]);
    await page.keyboard.press("Space");
    await expect.poll(() => lines(page, "Report designs")).toEqual(["0px", "1px", "1px", "1px"]);
  });
});

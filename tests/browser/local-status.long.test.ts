import { mkdirSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { DesignContent } from "#domain/designs/design.ts";
import { Grouping, LocalStatus, Sorting } from "#domain/enumerations.ts";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import type { OpenOptions } from "./support/open-page.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script } from "./support/scripted-api.ts";
import { designerServer } from "./support/scripted-designer.ts";

const { none, New, InProgress, Done, Problem } = LocalStatus;
const path = "reportData/local-status";
const content: Partial<DesignContent> = {
  title: "Monthly",
  shown: ["OrderNum", "LocalStatus", "ProductTitle", "Quantity", "Price"],
};

/** The select list of each row that has one. */
const lists = (page: Page): Locator => page.locator("tbody select");
const listOf = (page: Page, order: string): Locator =>
  page.getByRole("combobox", { name: `Local status of ${order}`, exact: true });
/** Each row's selected status, or its word beneath the order's first row, and the status of its color. */
const rows = (page: Page): Promise<string[]> =>
  page.locator("tbody tr").evaluateAll((all) =>
    all.map((row) => {
      const status = row.querySelector("[aria-colindex='2']");
      const list = status?.querySelector("select");
      return `${list ? list.selectedOptions[0]?.text : `(${status?.textContent})`} ${row.getAttribute("data-status")}`;
    }),
  );
const groundOf = (cell: Locator): Promise<string> => cell.evaluate((one) => getComputedStyle(one).backgroundColor);

describe.runIf(hasChromium())("the local status in the rows of the designer", () => {
  const screens = useScreens();
  const show = async (change: Script = {}, more: OpenOptions = {}, design = content) => {
    const given = designerServer(design);
    given.server.statuses.set("5001", InProgress);
    const opened = await screens.open("/Report/Design/d1", {
      account,
      script: { ...given.script, ...change },
      ...more,
    });
    await opened.page.locator("tbody td .cell").first().waitFor();
    return { ...opened, ...given, sent: () => opened.callsOf(path).map(({ body }) => body) };
  };

  it("can be chosen by mouse, is shown in every row of the order at once, and survives a reload", async () => {
    const { page, sent, callsOf } = await show();
    expect((await rows(page)).slice(0, 4)).toEqual(["none null", "() null", "In progress 2", "(In progress) 2"]);
    await listOf(page, "OrderNum 0").selectOption({ label: "Done" });
    expect((await rows(page)).slice(0, 4)).toEqual(["Done 3", "(Done) 3", "In progress 2", "(In progress) 2"]);
    await expect.poll(sent).toEqual([{ OrderId: "5000", LocalStatus: Done, Seen: none }]);
    expect(callsOf("reportData/design-data/d1")).toHaveLength(1);
    await page.reload();
    await page.locator("tbody td .cell").first().waitFor();
    expect((await rows(page)).slice(0, 2)).toEqual(["Done 3", "(Done) 3"]);
  });

  it("is chosen once per order and worksheet, and said quietly where other orders are between its rows", async () => {
    const { page } = await show({}, {}, { ...content, sortedBy: { column: "Price", sorting: Sorting.Ascending } });
    const names = await lists(page).evaluateAll((all) => all.map((list) => list.getAttribute("aria-label")));
    expect(names).toHaveLength(6);
    const quiet = page.getByText("In progress", { exact: true }).filter({ visible: true });
    expect(await quiet.evaluateAll((all) => all.filter(({ tagName }) => tagName === "SPAN").length)).toBe(1);
  });

  it("can be chosen by keyboard, which keeps the focus and saves the last choice", async () => {
    const { page, sent } = await show();
    const list = listOf(page, "OrderNum 2");
    await tabTo(page, list, 80);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await expect.poll(async () => (await rows(page))[2]).toBe("Problem 4");
    await expect.poll(() => sent().at(-1)).toMatchObject({ OrderId: "5001", LocalStatus: Problem });
    expect(await list.evaluate((one) => one.matches(":focus"))).toBe(true);
  });

  it("can be reset to none, which resets the row's color", async () => {
    const { page } = await show();
    await listOf(page, "OrderNum 2").selectOption({ label: "none" });
    expect((await rows(page))[2]).toBe("none null");
    const plain = await groundOf(page.locator("tbody tr").nth(8).locator("td").nth(1));
    expect(await groundOf(page.locator("tbody tr").nth(2).locator("td").nth(1))).toBe(plain);
  });

  it("returns to the saved one if it couldn't be saved, and says so", async () => {
    const { page } = await show({
      [path]: () => ({ status: 503, error: { code: "x", message: "The store sleeps." } }),
    });
    await listOf(page, "OrderNum 0").selectOption({ label: "New" });
    await page.getByText("The local status wasn't saved. The store sleeps.").waitFor();
    await expect.poll(async () => (await rows(page))[0]).toBe("none null");
  });

  it("shows another user's choice if they set it in the meantime, and says so", async () => {
    const message = "The local status was changed to Problem in another window. You chose Done.";
    const { page, server } = await show({ [path]: () => ({ status: 409, error: { code: "conflict", message } }) });
    server.statuses.set("5000", Problem);
    await listOf(page, "OrderNum 0").selectOption({ label: "Done" });
    await page.getByText(message).waitFor();
    await expect.poll(async () => (await rows(page))[0]).toBe("Problem 4");
  });

  it("isn't a list and colors nothing if a row has several orders or the column is hidden", async () => {
    const { page } = await show({}, {}, { ...content, grouping: Grouping.ProductVariants });
    expect(await lists(page).count()).toBe(0);
    const hidden = await show({}, {}, { ...content, shown: ["OrderNum", "Quantity"] });
    expect(await lists(hidden.page).count()).toBe(0);
    expect(await hidden.page.locator("tbody tr[data-status]").count()).toBe(0);
  });

  it.each(["light", "dark"] as const)("is accessible in the %s theme", async (scheme) => {
    const { page, server } = await show({}, { scheme });
    for (const [at, status] of [New, InProgress, Done, Problem].entries()) server.statuses.set(`${5_000 + at}`, status);
    await page.reload();
    await page.locator("tr[data-status='4']").first().waitFor();
    const grounds = await page
      .locator("tbody tr td:nth-child(2)")
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).backgroundColor));
    expect(new Set(grounds.slice(0, 10)).size).toBe(5);
    // The sticky cells at the left have the background of their row.
    expect(await groundOf(page.locator("tbody tr").first().locator("td").first())).toBe(grounds[0]);
    await expectAccessible(page);
    if (process.env.SHOTS) {
      mkdirSync(process.env.SHOTS, { recursive: true });
      await page.screenshot({ path: `${process.env.SHOTS}/designer-1440-${scheme}.png` });
    }
    await expectFitsTelephone(page);
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/designer-390-${scheme}.png`, fullPage: true });
  });
});

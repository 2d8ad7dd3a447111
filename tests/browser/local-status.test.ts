import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { LocalStatus } from "#domain/enumerations.ts";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { tabTo } from "./support/keyboard.ts";
import type { OpenOptions } from "./support/open-page.ts";
import { useScreens } from "./support/screens.ts";
import { account } from "./support/scripted-api.ts";
import { designerServer } from "./support/scripted-designer.ts";
import { liveOrder, liveServer } from "./support/scripted-live.ts";

const clockFrom = "2026-11-20T12:05:30Z";
const gathered = (page: Page) => page.getByText("Gathered at: 14:05", { exact: true }).waitFor();
const listsOf = (page: Page, order: string) =>
  page.getByRole("combobox", { name: `Local status of ${order}`, exact: true });
const note = (page: Page) => page.getByRole("region", { name: "About local statuses" });

describe.runIf(hasChromium())("the local status on the live page", () => {
  const screens = useScreens();
  const open = async ({ hasStatuses = true, ...more }: OpenOptions & { hasStatuses?: boolean } = {}) => {
    const live = liveServer(8);
    live.server.hasStatuses = hasStatuses;
    const designs = designerServer({ title: "Monthly", shown: ["OrderNum", "ProductTitle", "Price"] });
    const { "reports/get-reports": list = () => ({ data: [] }) } = designs.script;
    const script = { ...designs.script, ...live.script, "reports/get-reports": list };
    const opened = await screens.open("/Live", { account, clockFrom, script, ...more });
    await gathered(opened.page);
    return { ...opened, live, designs };
  };
  const refresh = async (page: Page) => {
    const isAnswered = page.waitForResponse((answer) => answer.url().includes("reportData/live-table"));
    await page.getByRole("button", { name: "Refresh now" }).click();
    await isAnswered;
  };

  it("is chosen once per order, in its first row, and colors all its rows", async () => {
    const { page } = await open();
    const rows = page.locator("tbody tr").filter({ hasText: "#1006" });
    expect(await rows.count()).toBe(2);
    expect(await listsOf(page, "#1006").count()).toBe(1);
    expect(await rows.first().getByRole("combobox").count()).toBe(1);
    await listsOf(page, "#1006").selectOption({ label: "Done" });
    expect(await rows.evaluateAll((all) => all.map(({ className }) => className))).toEqual(["s3", "s3"]);
    // Screen readers find the word in every row.
    expect(await rows.nth(1).getByRole("cell").last().innerText()).toBe("Done");
  });

  it("stays in the order's first row when rows come and go, and under a focus", async () => {
    const { page, live } = await open();
    live.server.orders = [liveOrder(1_009, { quantity: 3 }), ...live.server.orders.filter((_order, at) => at !== 1)];
    await refresh(page);
    await page.locator("tbody tr").filter({ hasText: "#1009" }).first().waitFor();
    for (const { name, quantity } of live.server.orders) {
      const rows = page.locator("tbody tr").filter({ hasText: name });
      expect(await rows.count(), name).toBe(quantity > 2 ? 2 : 1);
      expect(await rows.first().getByRole("combobox").count(), name).toBe(1);
      expect(await listsOf(page, name).count(), name).toBe(1);
    }
  });

  it("is introduced until the note is closed, in this browser", async () => {
    const { page } = await open();
    await note(page).getByText("Choose a status in an order's first row").waitFor();
    await tabTo(page, note(page).getByRole("button", { name: "Close the note on local statuses" }));
    await page.keyboard.press("Enter");
    expect(await note(page).count()).toBe(0);
    await page.reload();
    await gathered(page);
    await listsOf(page, "#1006").waitFor();
    expect(await note(page).count()).toBe(0);
  });

  it("is offered where the design lacks its column, and added beside the order number by one click", async () => {
    const { page, designs } = await open({ hasStatuses: false });
    await note(page).getByRole("link", { name: "Add the Local status column" }).click();
    await page
      .getByRole("button", { name: /^Local status/ })
      .first()
      .waitFor();
    await expect.poll(() => designs.design().shown).toEqual(["OrderNum", "LocalStatus", "ProductTitle", "Price"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => designs.design().shown).toEqual(["OrderNum", "ProductTitle", "Price"]);
    await page.reload();
    await page.getByRole("button", { name: "Show/Hide Columns" }).waitFor();
    expect(designs.design().shown).not.toContain("LocalStatus");
    await page.getByRole("link", { name: "Back to Live" }).click();
    await gathered(page);
  });

  it("isn't introduced above an empty report", async () => {
    const live = liveServer(0);
    const { page } = await screens.open("/Live", { account, clockFrom, script: live.script });
    await page.getByText("This report is empty: no orders match.").waitFor();
    expect(await note(page).count()).toBe(0);
  });

  it("has a legend with numbers of orders on a wall display, and no note", async () => {
    const live = liveServer(8);
    live.server.statuses.set(liveOrder(1_006).id, LocalStatus.Problem);
    live.server.statuses.set(liveOrder(1_007).id, LocalStatus.Done);
    live.server.statuses.set(liveOrder(1_008).id, LocalStatus.Done);
    const { page } = await screens.open("/Live", { account, clockFrom, script: live.script });
    await gathered(page);
    await note(page).waitFor();
    await page.getByRole("button", { name: "Full screen", exact: true }).click();
    const legend = page.getByRole("list", { name: "Orders by local status" });
    await legend.waitFor();
    expect(await legend.getByRole("listitem").allTextContents()).toEqual([
      "New 0",
      "In progress 0",
      "Done 2",
      "Problem 1",
    ]);
    expect(await note(page).count()).toBe(0);
  });

  it.each(["light", "dark"] as const)("is accessible in the %s theme", async (scheme) => {
    for (const hasStatuses of [true, false]) {
      const { page } = await open({ scheme, hasStatuses });
      await note(page).waitFor();
      await expectAccessible(page);
      await expectFitsTelephone(page);
    }
  });
});

import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { hasChromium } from "./support/chromium.ts";
import type { OpenOptions } from "./support/open-page.ts";
import { useScreens } from "./support/screens.ts";
import { account } from "./support/scripted-api.ts";
import { designerServer, usualDesign } from "./support/scripted-designer.ts";
import { finger } from "./support/touch.ts";

const middleOf = async (what: Locator) => {
  await what.scrollIntoViewIfNeeded();
  const box = await what.boundingBox();
  if (box === null) throw new Error("It is missing.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};
const shownBefore = usualDesign.shown ?? [];

describe.runIf(hasChromium())("the report designer with touch", () => {
  const screens = useScreens();
  const show = async (options: OpenOptions = {}, shown = shownBefore) => {
    const given = designerServer({ ...usualDesign, shown }, { rows: 60 });
    const opened = await screens.open("/Report/Design/d1", { account, script: given.script, ...options });
    const { page } = opened;
    await page.locator("tbody td .cell").first().waitFor();
    await page.getByRole("button", { name: "Close the guide" }).click();
    return { ...opened, ...given, touch: await finger(page), head: (at: number) => page.locator("thead th").nth(at) };
  };
  const tablet = { width: 768, height: 900 } as const;
  const telephone = { width: 390, height: 844 } as const;

  it("drags a column after a long press on its header", async () => {
    // The table could be scrolled, which a resting finger gives up.
    const { page, touch, head, design } = await show(tablet, [...shownBefore, "Vendor", "VariantTitle", "Email"]);
    const to = await middleOf(head(3));
    await touch.down(await middleOf(head(1).locator("[data-part=title]")));
    await page.locator("thead th[data-dragging]").waitFor();
    await touch.move({ x: to.x + 30, y: to.y });
    expect(await page.locator(".line").evaluate((line) => getComputedStyle(line).opacity)).toBe("1");
    await touch.up();
    await expect.poll(() => design().shown.slice(0, 4)).toEqual(["OrderNum", "SKU", "Quantity", "ProductTitle"]);
  });

  it("scrolls the table if the finger moves at once, on headers as on cells", async () => {
    const { page, touch, head, server } = await show(tablet, [...shownBefore, "Vendor", "VariantTitle", "Email"]);
    const table = page.getByRole("region", { name: "Preview" });
    const left = () => table.evaluate((element) => element.scrollLeft);
    const from = await middleOf(head(4));
    await touch.down(from);
    await touch.move({ x: from.x - 200, y: from.y });
    await touch.up();
    await expect.poll(left).toBeGreaterThan(80);
    const before = await left();
    const cell = await middleOf(page.locator("tbody tr").nth(3).locator("td").nth(4));
    await touch.down(cell);
    await touch.move({ x: cell.x - 150, y: cell.y });
    await touch.up();
    await expect.poll(left).toBeGreaterThan(before);
    expect(await page.locator("thead th[data-dragging]").count()).toBe(0);
    expect(server.saves).toEqual([]);
  });

  it("resizes a column by its edge", async () => {
    const { touch, page, design } = await show(tablet);
    const edge = await middleOf(page.getByRole("separator", { name: "Width of SKU" }));
    await touch.down(edge);
    await touch.move({ x: edge.x + 70, y: edge.y });
    await touch.up();
    await expect.poll(() => design().settings.SKU?.width).toBe(26);
  });

  it("moves a column in a phone's list by its handle, and scrolls the list elsewhere", async () => {
    const { page, touch, design, server } = await show(telephone, [...shownBefore, "Vendor", "VariantTitle", "Email"]);
    const list = page.getByRole("region", { name: "Visible columns" }).getByRole("list");
    const row = (name: string) => list.getByRole("listitem").filter({ hasText: name });
    const swipe = await middleOf(row("Price").first().getByText("Price"));
    await touch.down(swipe);
    await touch.move({ x: swipe.x, y: swipe.y - 120 });
    await touch.up();
    const scrolled = () => list.evaluate((element) => element.scrollTop + document.documentElement.scrollTop);
    await expect.poll(scrolled).toBeGreaterThan(40);
    expect(server.saves).toEqual([]);
    const ends = async () => ({
      to: await middleOf(row("Price").first()),
      from: await middleOf(page.getByRole("button", { name: "Drag SKU", exact: true })),
    });
    // Away from the edges, where a drag scrolls the list on; the swipe runs on for a moment.
    await row("Price")
      .first()
      .evaluate((element) => element.scrollIntoView({ block: "center" }));
    let before = await ends();
    await expect
      .poll(async () => {
        const [last, now] = [before, await ends()];
        before = now;
        return JSON.stringify(now) === JSON.stringify(last);
      })
      .toBe(true);
    const { from, to } = before;
    await touch.down(from);
    await touch.move({ x: from.x, y: to.y + 4 }, 16);
    await touch.up();
    await expect
      .poll(() => design().shown.slice(0, 5))
      .toEqual(["OrderNum", "ProductTitle", "Quantity", "Price", "SKU"]);
  });

  it("shows 'Saved' on one line in the bottom bar of a phone", async () => {
    const { page } = await show(telephone);
    await page.getByRole("textbox", { name: "Title" }).fill("Another title");
    const note = page.getByText("Saved", { exact: true });
    await note.waitFor();
    const boxOf = async (what: Locator) => (await what.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    // It is in the bar at the bottom of the page.
    const [saved, heading, foot] = [
      await boxOf(note),
      await boxOf(page.getByRole("heading", { name: "Report designer" })),
      await boxOf(page.locator("[data-bottom-bar]")),
    ];
    expect(saved.y).toBeGreaterThanOrEqual(foot.y);
    expect(foot.y).toBeGreaterThan(heading.y + heading.height);
    expect(saved.height).toBeLessThan(24);
  });

  it("scrolls the narrow table sideways", async () => {
    const { page, touch } = await show(telephone);
    const table = page.getByRole("region", { name: "Preview" });
    const cell = await middleOf(page.locator("tbody tr").nth(2).locator("td").nth(1));
    await touch.down(cell);
    await touch.move({ x: cell.x - 150, y: cell.y });
    await touch.up();
    await expect.poll(() => table.evaluate((element) => element.scrollLeft)).toBeGreaterThan(40);
  });

  it("drags a column from the panel into the table after a long press, and scrolls the panel otherwise", async () => {
    const { page, touch, head, design } = await show({ width: 1024, height: 900 });
    await page.getByRole("button", { name: "Show/Hide Columns" }).click();
    const entry = page.getByRole("button", { name: "Customer name", exact: true });
    const from = await middleOf(entry);
    const over = await middleOf(head(1));
    await touch.down(from);
    await touch.move({ x: from.x, y: from.y - 60 });
    await touch.up();
    await expect.poll(async () => (await entry.boundingBox())?.y).toBeLessThan(from.y - 30);
    expect(design().shown).toEqual(shownBefore);
    await touch.down(await middleOf(entry));
    await page.locator("li[data-dragging]").waitFor();
    await touch.move({ x: over.x - 40, y: over.y + 60 }, 16);
    await touch.up();
    await expect.poll(() => design().shown.slice(0, 3)).toEqual(["OrderNum", "CustomerName", "ProductTitle"]);
  });
});

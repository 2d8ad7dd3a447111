import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { hasChromium } from "./support/chromium.ts";
import { counted } from "./support/filter-editor.ts";
import { useScreens } from "./support/screens.ts";
import { account, type Script } from "./support/scripted-api.ts";
import { emptyFilter, filterServer } from "./support/scripted-filters.ts";
import { historyServer } from "./support/scripted-history.ts";

const panels = ["Help and tips", "Report exports", "History"] as const;
type Panel = (typeof panels)[number];

const aside = (page: Page) => page.getByRole("complementary");
const opener = (page: Page, name: Panel) =>
  page.getByRole("button", name === "Report exports" ? { name: /^Report exports/ } : { name, exact: true });
const isOver = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return !button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

describe.runIf(hasChromium())("side panels", () => {
  const screens = useScreens();
  const script: Script = {
    ...historyServer().script,
    ...filterServer({
      ...emptyFilter,
      title: "Wholesale",
    }).script,
  };
  const edit = async (width = 1440, height = 700) => {
    const { page } = await screens.open("/Filters/Edit/f1", { account, script, width, height });
    await counted(page);
    return page;
  };

  it.each(panels)("%s pushes the page at 1440 px and never covers a button of the editor", async (name) => {
    const page = await edit();
    await opener(page, name).click();
    await aside(page).waitFor();
    const main = await page.locator("#main").boundingBox();
    const panel = await aside(page).boundingBox();
    expect(main && panel && main.x + main.width <= panel.x).toBe(true);
    for (const button of ["History", "Clone", "Delete"]) expect(await isOver(page, button), button).toBe(false);
  });

  it.each(panels)("%s overlaps the edge of a narrower page and moves nothing", async (name) => {
    const page = await edit(1024);
    const before = await page.locator("#main").boundingBox();
    await opener(page, name).click();
    await aside(page).waitFor();
    expect(await page.locator("#main").boundingBox()).toEqual(before);
  });

  it("are open one at a time, and close when another page is shown", async () => {
    const page = await edit();
    for (const name of panels) {
      await opener(page, name).click();
      await page.getByRole("complementary", { name: new RegExp(name) }).waitFor();
      await expect.poll(() => aside(page).count()).toBe(1);
    }
    await opener(page, "Report exports").click();
    await page.getByRole("complementary", { name: "Report exports" }).waitFor();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Manager" }).click();
    await page.getByRole("heading", { level: 1, name: "Manager" }).waitFor();
    await expect.poll(() => aside(page).count()).toBe(0);
  });
});

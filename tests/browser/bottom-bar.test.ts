import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { expectAccessible, expectFitsTelephone } from "./support/axe.ts";
import { hasChromium } from "./support/chromium.ts";
import { counted, title } from "./support/filter-editor.ts";
import { tabTo } from "./support/keyboard.ts";
import { withDesigns } from "./support/report-scenes.ts";
import { useScreens } from "./support/screens.ts";
import { account, job } from "./support/scripted-api.ts";
import { emptyFilter, filterServer } from "./support/scripted-filters.ts";
import { managerServer } from "./support/scripted-manager.ts";

const bar = (page: Page) => page.getByRole("region", { name: "Actions" });
/** Lists the page's controls that a floating element covers at every scroll position. */
const covered = (page: Page) =>
  page.locator("#main").evaluate((main) =>
    [...main.querySelectorAll<HTMLElement>("a, button, input:not([type=radio], [type=checkbox]), [role=combobox]")]
      .filter((control) => control.getClientRects().length > 0)
      .filter((control) => {
        control.scrollIntoView({ block: "end", behavior: "instant" });
        const { left, right, top, height } = control.getBoundingClientRect();
        return [left + 3, right - 3].some((x) => {
          const found = document.elementFromPoint(x, top + height / 2);
          return found !== null && !main.contains(found);
        });
      })
      .map((control) => control.getAttribute("aria-label") ?? control.textContent),
  );

const sizes = [
  ["on a phone", 390, 844],
  ["at 200 % zoom", 720, 450],
  ["on a tablet", 768, 1024],
] as const;

describe.runIf(hasChromium())("the bar at the bottom of a narrow page", () => {
  const screens = useScreens();

  it.each(sizes)("%s has the number of orders and Generate, which can be clicked", async (_name, width, height) => {
    const { page, callsOf } = await screens.open("/Reports", {
      account,
      width,
      height,
      script: { ...withDesigns, "reporting/generateReport": () => ({ data: job({ Status: 10, PublicUrl: null }) }) },
    });
    await bar(page).getByText("300 orders").waitFor();
    expect(await covered(page)).toEqual([]);
    const generate = page.getByRole("button", { name: "Generate" });
    expect(await generate.count()).toBe(1);
    await page.evaluate("scrollTo(0, 0)");
    const box = await generate.boundingBox();
    expect(box && box.y + box.height <= height && box.y > height - 80).toBe(true);
    await generate.click();
    await page.getByRole("heading", { name: "Report exports" }).waitFor();
    expect(callsOf("reporting/generateReport")).toHaveLength(1);
    if (width === 390) await expectFitsTelephone(page);
  });

  it("is reached by keyboard after the form, and gets the focus back when the panel closes", async () => {
    const { page } = await screens.open("/Reports", {
      account,
      width: 390,
      height: 844,
      script: { ...withDesigns, "reporting/generateReport": () => ({ data: job({ Status: 10, PublicUrl: null }) }) },
    });
    await bar(page).getByText("300 orders").waitFor();
    await tabTo(page, page.getByRole("button", { name: "Generate" }));
    await page.keyboard.press("Tab");
    const exports = page.getByRole("button", { name: /^Report exports/ });
    expect(await exports.evaluate((button) => button.matches(":focus"))).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Report exports" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => exports.evaluate((button) => button.matches(":focus"))).toBe(true);
  });

  it.each(sizes)(
    "%s has the filter's order count and save status, and covers no field",
    async (_name, width, height) => {
      const { page } = await screens.open("/Filters/Edit/f1", {
        account,
        width,
        height,
        script: filterServer({ ...emptyFilter, title: "Wholesale" }).script,
      });
      await counted(page);
      await bar(page)
        .getByText(/128 orders/)
        .waitFor();
      await title(page).fill("Retail");
      await bar(page).getByText("Saved", { exact: true }).waitFor();
      expect(await covered(page)).toEqual([]);
    },
  );

  it("opens the exports on a page without other content in it, and covers no row", async () => {
    const { page } = await screens.open("/Manager", {
      account,
      width: 390,
      height: 844,
      script: managerServer().script,
    });
    await page.getByText("Returns", { exact: true }).waitFor();
    expect(await covered(page)).toEqual([]);
    await bar(page).getByRole("button", { name: "Report exports" }).click();
    await page.getByText("No report exports found").waitFor();
  });

  it("names the exports button the same on every page of a phone, in the same place", async () => {
    const seen: unknown[] = [];
    for (const path of ["/Reports", "/Manager", "/ContactUs"]) {
      const { page } = await screens.open(path, { account, width: 390, height: 844, script: withDesigns });
      const button = bar(page).getByRole("button", { name: "Report exports" });
      await button.waitFor();
      if (path === "/Reports") await bar(page).getByText("300 orders").waitFor();
      await page.evaluate(() => document.fonts.ready);
      const { x, y, width } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0 };
      seen.push([x, y, width].map(Math.round));
    }
    expect(new Set(seen.map(String)).size, JSON.stringify(seen)).toBe(1);
  });

  it("is absent on a wide screen, which has a floating button that covers no cell of the preview", async () => {
    const { page } = await screens.open("/Reports", { account, width: 1440, height: 900, script: withDesigns });
    await page.getByText("300 orders", { exact: true }).waitFor();
    expect(await bar(page).count()).toBe(0);
    const button = await page.getByRole("button", { name: "Report exports" }).boundingBox();
    const rows = page.getByRole("region", { name: "What your file will look like" });
    for (const to of ["0", "document.body.scrollHeight"]) {
      await page.evaluate(`scrollTo(0, ${to})`);
      const box = await rows.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
    }
  });

  it.each(["light", "dark"] as const)("is accessible (%s)", async (scheme) => {
    const { page } = await screens.open("/Reports", { account, width: 390, height: 844, scheme, script: withDesigns });
    await bar(page).getByText("300 orders").waitFor();
    await expectAccessible(page);
    await expectFitsTelephone(page);
  });
});

describe.runIf(hasChromium())("the header of the filter editor", () => {
  const screens = useScreens();
  const open = async (width: number, height: number) => {
    const name = "Wholesale, to be shipped";
    const { page } = await screens.open("/Filters/Edit/f1", {
      account,
      width,
      height,
      script: { ...managerServer().script, ...filterServer({ ...emptyFilter, title: name }).script },
    });
    await counted(page);
    return page;
  };

  it.each([[1440, 900], ...sizes.map(([, width, height]) => [width, height] as const)] as const)(
    "shows the filter's name after 'Manager /' at %i x %i px, and stays in view",
    async (width, height) => {
      const page = await open(width, height);
      const heading = page.getByRole("heading", { level: 1, name: "Edit Filter Wholesale, to be shipped" });
      const manager = page.getByRole("navigation", { name: "Where this is" }).getByRole("link", { name: "Manager" });
      await page.evaluate("scrollTo(0, 600)");
      for (const shown of [heading, manager]) {
        const box = await shown.boundingBox();
        expect(box && box.y > 55 && box.y + box.height < 140 && box.x + box.width <= width).toBe(true);
      }
      await title(page).fill("Retail");
      await page.getByRole("heading", { level: 1, name: "Edit Filter Retail" }).waitFor();
      await expect.poll(() => page.title()).toBe("Retail · Edit Filter · Sheaf");
    },
  );

  it("leads to the Manager, by mouse and by keyboard", async () => {
    const page = await open(1440, 900);
    await page.getByRole("navigation", { name: "Where this is" }).getByRole("link", { name: "Manager" }).click();
    await page.waitForURL(/\/Manager$/);
    await page.goBack();
    await counted(page);
    await tabTo(page, page.getByRole("navigation", { name: "Where this is" }).getByRole("link", { name: "Manager" }));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/Manager$/);
  });
});

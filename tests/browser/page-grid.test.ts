import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { hasChromium } from "./support/chromium.ts";
import { scenes } from "./support/scenes.ts";
import { useScreens } from "./support/screens.ts";

const sceneOf = (name: string) => {
  const scene = scenes.find((one) => one.name === name);
  if (!scene) throw new Error(`There is no scene ${name}.`);
  return scene;
};

/** Everything of the page that is under the button 'Report exports', at some of its points. */
const underExports = (page: Page) =>
  page.getByRole("button", { name: /^Report exports/ }).evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect();
    const shares = [0.05, 0.3, 0.6, 0.95];
    return shares.flatMap((across) =>
      shares.flatMap((down) => {
        const at = document.elementsFromPoint(left + across * width, top + down * height);
        const under = at.find((element) => !button.contains(element) && element !== button);
        return under?.closest("#main") ? [under.textContent?.slice(0, 40) ?? ""] : [];
      }),
    );
  });

const heading = (page: Page) =>
  page.getByRole("heading", { level: 1 }).evaluate((title) => {
    const main = document.getElementById("main");
    const { top, height } = title.getBoundingClientRect();
    const left =
      main === null ? 0 : main.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(main).paddingLeft);
    return { middle: Math.round(top + height / 2), size: getComputedStyle(title).fontSize, left: Math.round(left) };
  });

const pages = [
  "live-report-statuses",
  "manager",
  "filter-editor",
  "report-design-edited",
  "automations",
  "automation-editor",
  "automation-history",
  "configuration",
  "plan",
  "contact-us",
];

const scrolled = ["0", "240", "document.body.scrollHeight"];

describe.runIf(hasChromium())("the pages of the app", () => {
  const screens = useScreens();
  const open = async (name: string, size: { width: number; height: number }) => {
    const scene = sceneOf(name);
    const opened = await screens.open(scene.path, { ...scene.options, ...size });
    await scene.ready(opened);
    return opened.page;
  };

  it("have one left edge, and one line and size for their titles", async () => {
    const size = { width: 1440, height: 900 };
    const expected = await heading(await open("reports", size));
    for (const name of pages) {
      const page = await open(name, size);
      await page.evaluate("scrollTo(0, 0)");
      const { middle, ...rest } = await heading(page);
      expect(rest, name).toEqual({ size: expected.size, left: expected.left });
      expect(Math.abs(middle - expected.middle), name).toBeLessThanOrEqual(1);
    }
  });

  it.each([
    [1920, 1080],
    [1440, 900],
    [768, 1024],
  ])("keep their cells and buttons clear of 'Report exports' at %i x %i px", async (width, height) => {
    for (const name of ["live-report-statuses", "report-design-local-status", "manager", "automations"]) {
      const page = await open(name, { width, height });
      for (const to of scrolled) {
        await page.evaluate(`scrollTo(0, ${to})`);
        expect(await underExports(page), `${name}, scrolled to ${to}`).toEqual([]);
      }
      const rows = page.getByRole("region", { name: /^(Preview|Rows of the live report)$/ });
      if ((await rows.count()) === 0) continue;
      await rows.evaluate((pane) => pane.scrollTo(pane.scrollWidth, pane.scrollHeight));
      for (const to of scrolled) {
        await page.evaluate(`scrollTo(0, ${to})`);
        expect(await underExports(page), `the end of ${name}, scrolled to ${to}`).toEqual([]);
      }
    }
  });
});

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { catalogue } from "#domain/columns/catalogue.ts";
import { Grouping } from "#domain/enumerations.ts";
import { isAllowed } from "#domain/groupings/allowed.ts";
import { serveBuiltApp } from "./support/built-app.ts";
import { hasChromium, launchChromium } from "./support/chromium.ts";
import { percentile, tracedFrames } from "./support/frame-cost.ts";
import { openPage } from "./support/open-page.ts";
import { account } from "./support/scripted-api.ts";
import { designerServer } from "./support/scripted-designer.ts";

const sixty = catalogue
  .filter((column) => column.slowGroup < 0 && column.level !== "blank" && isAllowed(column, Grouping.Orders))
  .slice(0, 60)
  .map(({ key }) => key);

/** The aim is 8 ms. A busy machine must not fail the test. */
const bound = 40;

describe.runIf(hasChromium())("a report of sixty columns", () => {
  let browser: Browser;
  let app: { url: string; stop: () => Promise<void> };
  beforeAll(async () => {
    [app, browser] = await Promise.all([serveBuiltApp(), launchChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  const measured = async (what: string, act: "drag" | "resize"): Promise<void> => {
    const { script } = designerServer({ shown: sixty }, { rows: 100 });
    const opened = await openPage(browser, `${app.url}/Report/Design/d1`, { account, script, motion: "no-preference" });
    const { page } = opened;
    await page.locator("tbody td .cell").first().waitFor();
    const from = act === "drag" ? page.locator("thead th").nth(1) : page.locator("thead .resize").nth(1);
    const box = await from.boundingBox();
    if (box === null) throw new Error("There is nothing to drag.");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 6, y);
    const frames = await tracedFrames(browser, page, async () => {
      for (let step = 1; step <= 150; step += 1) {
        const along = act === "drag" ? (step * 8) % 1000 : Math.sin(step / 20) * 200;
        await page.mouse.move(x + 6 + along, y + (step % 3));
      }
    });
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await opened.close();
    const of = (part: number) => percentile(frames, part).toFixed(1);
    console.log(`${what}: ${frames.length} frames, median ${of(0.5)} ms, p95 ${of(0.95)} ms, longest ${of(1)} ms`);
    expect(frames.length).toBeGreaterThan(100);
    expect(percentile(frames, 0.95)).toBeLessThan(bound);
    expect(opened.problems).toEqual([]);
  };

  it("stays smooth while a column is dragged across the others", () => measured("dragging a column", "drag"));
  it("stays smooth while a column is resized", () => measured("resizing a column", "resize"));
});

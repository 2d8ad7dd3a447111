import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

type AxeResult = { violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] };

/** What axe finds serious or critical on the page as it stands. */
const graveFaults = async (page: Page): Promise<unknown[]> => {
  const { violations } = (await page.evaluate("axe.run()")) as AxeResult;
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return grave.map(({ id, nodes }) => [id, nodes.map((node) => node.html + node.failureSummary)]);
};

/** The page can be used by everybody: axe finds nothing serious or critical, once what fades in, out or while it is read has come to rest. */
export const expectAccessible = async (page: Page): Promise<void> => {
  await page.addScriptTag({ path: axe });
  await expect.poll(() => graveFaults(page), { timeout: 3_000 }).toEqual([]);
};

/** At the width of a telephone nothing stands over the edge. */
export const expectFitsTelephone = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
};

import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

type AxeResult = { violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] };

/** Reports one node per passed rule. Listing thousands takes axe four times as long as finding the faults. */
const everything = { resultTypes: ["violations"] };
/** Rules that a theme can break. */
const coloursAlone = { ...everything, runOnly: ["color-contrast", "link-in-text-block"] };

/** Axe's serious and critical findings on the current page. */
const graveFaults = async (page: Page, options: object): Promise<unknown[]> => {
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as AxeResult;
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return grave.map(({ id, nodes }) => [id, nodes.map((node) => node.html + node.failureSummary)]);
};

const expectNoFaults = async (page: Page, options: object): Promise<void> => {
  // The page keeps it, and it is half a megabyte to read again.
  if (!(await page.evaluate("'axe' in window"))) await page.addScriptTag({ path: axe });
  await expect.poll(() => graveFaults(page, options), { timeout: 3_000 }).toEqual([]);
};

/** The page can be used by everybody: axe finds nothing serious or critical, once what fades in, out or while it is read has come to rest. */
export const expectAccessible = (page: Page): Promise<void> => expectNoFaults(page, everything);

/** Colours can be told apart. Enough for a theme whose layout was checked in the other one. */
export const expectReadableColours = (page: Page): Promise<void> => expectNoFaults(page, coloursAlone);

/** The same in both themes; all but the colours is looked at in the light one alone. */
export const expectAccessibleInBothThemes = async (page: Page): Promise<void> => {
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectReadableColours(page);
};

/** At the width of a telephone nothing stands over the edge. */
export const expectFitsTelephone = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
};

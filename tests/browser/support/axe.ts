import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

type AxeResult = { violations: { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }[] };

/** One node per passed rule: listing thousands takes axe four times the time. */
const everything = { resultTypes: ["violations"] };
/** Rules that a theme can break. */
const coloursAlone = { ...everything, runOnly: ["color-contrast", "link-in-text-block"] };

/** Rules that axe calls moderate, and that users of screen readers notice: they go from heading to heading. */
const alsoGrave = ["heading-order"];

/** Returns axe's serious and critical findings. */
const graveFaults = async (page: Page, options: object): Promise<unknown[]> => {
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as AxeResult;
  const grave = violations.filter(
    ({ id, impact }) => impact === "serious" || impact === "critical" || alsoGrave.includes(id),
  );
  return grave.map(({ id, nodes }) => [id, nodes.map((node) => node.html + node.failureSummary)]);
};

const expectNoFaults = async (page: Page, options: object): Promise<void> => {
  // The page keeps it, and it is half a megabyte.
  if (!(await page.evaluate("'axe' in window"))) await page.addScriptTag({ path: axe });
  await expect.poll(() => graveFaults(page, options), { timeout: 3_000 }).toEqual([]);
};

/** Expects no serious or critical findings, once all motion has ended. */
export const expectAccessible = (page: Page): Promise<void> => expectNoFaults(page, everything);

/** Colors have enough contrast. Enough for a theme whose layout was checked in the other one. */
export const expectReadableColours = (page: Page): Promise<void> => expectNoFaults(page, coloursAlone);

/** Does the same in both themes; the dark one for colors only. */
export const expectAccessibleInBothThemes = async (page: Page): Promise<void> => {
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectReadableColours(page);
};

/** Expects nothing over the edge at a phone's width. */
export const expectFitsTelephone = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(390);
};

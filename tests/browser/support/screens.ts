import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { serveBuiltApp } from "./built-app.ts";
import { launchChromium } from "./chromium.ts";
import { type OpenedPage, type OpenOptions, openPage } from "./open-page.ts";

/** One browser and one front end for a file of tests; every page is closed after its test and must have had no problem. */
export const useScreens = (launch = launchChromium) => {
  let browser: Browser | undefined;
  let app: { url: string; stop: () => Promise<void> } | undefined;
  let opened: OpenedPage[] = [];

  beforeAll(async () => {
    [app, browser] = await Promise.all([serveBuiltApp(), launch()]);
  });
  afterEach(async () => {
    const pages = opened;
    opened = [];
    await Promise.all(pages.map((one) => one.close()));
    expect(pages.flatMap((one) => one.problems)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  return {
    open: async (path: string, options?: OpenOptions): Promise<OpenedPage> => {
      if (!browser || !app) throw new Error("The browser has not started.");
      const one = await openPage(browser, app.url + path, options);
      opened.push(one);
      return one;
    },
  };
};

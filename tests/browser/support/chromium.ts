import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** The shell is the same engine without the windows of a browser around it, and a quarter faster. */
const installed = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"] as const;
const executable = process.env.CHROMIUM ?? installed.find((path) => existsSync(path)) ?? installed[1];

/** Tells if there is a browser to test with. Logs once if there is none. */
export const hasChromium = (): boolean => {
  if (existsSync(executable)) return true;
  console.log(`Browser tests are left out: there is no Chromium at ${executable}. Set CHROMIUM to its path.`);
  return false;
};

const args = ["--no-sandbox", "--disable-dev-shm-usage"];

export const launchChromium = (): Promise<Browser> => chromium.launch({ executablePath: executable, args });

/** One with scrollbars that take room, as on most desks; those of tests hide them. */
export const launchScrollbarChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: executable, args, ignoreDefaultArgs: ["--hide-scrollbars"] });

/** The whole browser, where it is there: the shell has no memory of the pages one leaves. */
const whole = process.env.CHROMIUM ?? installed[1];

/** Tells if there is a browser that can keep pages in memory. Logs one line if there is none. */
export const hasRememberingChromium = (): boolean => {
  if (existsSync(whole) && !whole.endsWith("-shell")) return true;
  console.log("Tests of pages that a browser brings back from its memory are left out: they need /usr/bin/chromium.");
  return false;
};

/** One that keeps the pages one leaves in its memory for Back and Forward, as people's browsers do and those of tests do not. */
export const launchRememberingChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: whole, args, ignoreDefaultArgs: ["--disable-back-forward-cache"] });

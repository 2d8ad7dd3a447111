import { existsSync } from "node:fs";
import { type Browser, type BrowserContext, chromium } from "playwright-core";

/** The same engine without a browser's windows, and a quarter faster. */
const installed = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"] as const;
const executable = process.env.CHROMIUM ?? installed.find((path) => existsSync(path)) ?? installed[1];

/** Returns whether there is a browser. Logs once if not. */
export const hasChromium = (): boolean => {
  if (existsSync(executable)) return true;
  console.log(`Browser tests are left out: there is no Chromium at ${executable}. Set CHROMIUM to its path.`);
  return false;
};

const args = ["--no-sandbox", "--disable-dev-shm-usage"];

export const launchChromium = (): Promise<Browser> => chromium.launch({ executablePath: executable, args });

/** Launches one whose scrollbars take room, as on most desks; tests hide them. */
export const launchScrollbarChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: executable, args, ignoreDefaultArgs: ["--hide-scrollbars"] });

/** The whole browser: the shell keeps no left pages. */
const whole = process.env.CHROMIUM ?? installed[1];

/** Returns whether there is a browser that keeps pages in memory. Logs once if not. */
export const hasRememberingChromium = (): boolean => {
  if (existsSync(whole) && !whole.endsWith("-shell")) return true;
  console.log("Tests of pages that a browser brings back from its memory are left out: they need /usr/bin/chromium.");
  return false;
};

/** Launches one that keeps left pages in memory for Back and Forward, like people's browsers. */
export const launchRememberingChromium = (): Promise<Browser> =>
  chromium.launch({ executablePath: whole, args, ignoreDefaultArgs: ["--disable-back-forward-cache"] });

/** Launches one with its own profile, in which every page shares what is stored, and which others may steer by `port`. */
export const launchProfile = (folder: string, port: number): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, {
    executablePath: executable,
    args: [...args, `--remote-debugging-port=${port}`],
  });

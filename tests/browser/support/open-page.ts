import type { Browser, Page } from "playwright-core";
import type { Account } from "#domain/wire/account/account.ts";
import { type Call, logIn, type Script, scriptApi } from "./scripted-api.ts";

export type OpenedPage = {
  page: Page;
  calls: Call[];
  /** Calls of a path, in order. */
  callsOf: (path: string) => Call[];
  /** Console errors and unhandled rejections; expected to be empty. */
  problems: string[];
  close: () => Promise<void>;
};

export type OpenOptions = {
  account?: Account | null;
  /** The account's token, for a real server. */
  token?: string;
  /** Origin of a server in place of a script. */
  api?: string;
  script?: Script;
  scheme?: "light" | "dark";
  width?: number;
  height?: number;
  /** A phone with a touch screen and no mouse. */
  touch?: true;
  /** The page's clock begins at this ISO instant; `page.clock` moves it on. */
  clockFrom?: string;
  /** `no-preference` allows motion; tests have none otherwise. */
  motion?: "reduce" | "no-preference";
};

/** Tells the browser's own message about intended failures. */
export const isNetworkNote = (text: string) => text.startsWith("Failed to load resource");

/** Passes calls on to a server of another origin. */
const passOn = async (page: Page, api: string): Promise<Call[]> => {
  await page.route(/\/api\//, (route) => {
    const { pathname, search } = new URL(route.request().url());
    return route.continue({ url: api + pathname + search });
  });
  return [];
};

/** Opens a fresh browser profile whose API calls a script answers. */
export const openPage = async (browser: Browser, address: string, options: OpenOptions = {}): Promise<OpenedPage> => {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    ...(options.touch && { hasTouch: true, isMobile: true }),
    colorScheme: options.scheme ?? "light",
    reducedMotion: options.motion ?? "reduce",
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !isNetworkNote(message.text())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  if (options.clockFrom) await page.clock.install({ time: options.clockFrom });
  if (options.account) await logIn(page, options.account, options.token);
  const calls = options.api === undefined ? await scriptApi(page, options.script) : await passOn(page, options.api);
  await page.goto(address);
  return {
    page,
    calls,
    problems,
    callsOf: (path) => calls.filter((call) => call.path === path),
    close: () => context.close(),
  };
};

import type { Page } from "playwright-core";
import { freePort, type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { printedPassword } from "#tests/support/support-person.ts";
import { until } from "#tests/support/until.ts";
import { launchChromium } from "./chromium.ts";

export type ConsolePage = {
  sheaf: StartedSheaf;
  url: string;
  page: Page;
  /** The page's errors and warnings. */
  problems: string[];
  inBothThemes(check: () => Promise<void>): Promise<void>;
  /** Signs the demo's agent in, and opens a page of the console. */
  open(path: string): Promise<void>;
  close(): Promise<void>;
};

/** The product with its console, and a browser in front of that. */
export const startConsolePage = async (): Promise<ConsolePage> => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const sheaf = await startSheaf({
    env: { SUPPORT_CONSOLE: "true", SUPPORT_PORT: String(port) },
    readyWithin: 240_000,
  });
  await until(
    "the console is built",
    async () => (await fetch(`${url}/support/`, { headers: { accept: "text/html" } })).status === 200,
    { within: 240_000 },
  );
  const browser = await launchChromium();
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: "light",
    reducedMotion: "reduce",
    // Axe comes in as a script of the page.
    bypassCSP: true,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      problems.push(message.text());
  });
  return {
    sheaf,
    url,
    page,
    problems,
    inBothThemes: async (check) => {
      for (const colorScheme of ["dark", "light"] as const) {
        await page.emulateMedia({ colorScheme });
        await check();
      }
    },
    open: async (path) => {
      await page.goto(`${url}/support/${path}`);
      await page.getByRole("link", { name: "Sign in" }).click();
      await page.getByLabel("Person").selectOption("agent-demo");
      await page.getByLabel("Password").fill(printedPassword(sheaf.output(), "agent-demo") ?? "");
      await page.keyboard.press("Enter");
      await page.waitForURL(`${url}/support/${path}`);
    },
    close: async () => {
      await browser.close();
      await sheaf.stop();
    },
  };
};

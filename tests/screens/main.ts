import { copyFile, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser, Page } from "playwright-core";
import { launchChromium } from "../browser/support/chromium.ts";
import { openPage } from "../browser/support/open-page.ts";
import type { Scene } from "../browser/support/scene.ts";
import { scenes } from "../browser/support/scenes.ts";
import { logIn } from "../browser/support/scripted-api.ts";
import { type ConsoleGiven, givenForConsole } from "../support/console-given.ts";
import { freePort, startSheaf } from "../support/start-sheaf.ts";
import type { SupportPerson } from "../support/support-person.ts";
import { type ConsolePage, consolePages, enterConsole, signInForPictures } from "./console-pages.ts";
import { startDemoShop } from "./demo-shop.ts";
import { assertFonts } from "./fonts.ts";
import { type LivePage, livePages } from "./live-pages.ts";
import { shopPageNames, shopPages } from "./shop-pages.ts";

/*
 * `npm run screens`: starts the product and makes pictures of every screen and main state at the width of a desk and of a phone, in
 * both themes, into screens/. `npm run screens -- orders exports` makes those whose names begin so, with `--exact` those of these names
 * alone, `--width 768` those of another width. With `--keep` the pictures that the README and docs/look.md show are copied to docs/screens/.
 * `npm run screens -- shop --keep` makes no others.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string", default: "screens" },
    keep: { type: "boolean", default: false },
    exact: { type: "boolean", default: false },
    width: { type: "string" },
  },
});

const kept = {
  "shop-exports-1440-light": "reports-light.png",
  "shop-reports-1440-dark": "reports-dark.png",
  "shop-newcomer-390-light": "reports-telephone.png",
  "shop-designer-1440-light": "designer-light.png",
  "shop-live-1440-light": "live-report-light.png",
  "shop-live-390-dark": "live-report-telephone.png",
  "shop-automations-1440-light": "automations-light.png",
  "shop-automation-1440-light": "automation-light.png",
  "shop-history-1440-dark": "automation-history-dark.png",
  "shop-automation-390-dark": "automation-telephone.png",
};

const sizes = values.width
  ? [{ width: Number(values.width), height: 1024 }]
  : [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ];
const schemes = ["light", "dark"] as const;

/** Both themes of an opened page. One page serves one width: people do not change the width of their screen. */
const shoot = async (page: Page, name: string, width: number) => {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate("document.fonts.ready");
    const path = join(values.out, `${name}-${width}-${colorScheme}.png`);
    await page.screenshot({ path, animations: "disabled", caret: "hide" });
  }
};

/** Four pictures of a scene; answers what went wrong. */
const picture = async (browser: Browser, url: string, scene: Scene): Promise<string[]> => {
  const problems: string[] = [];
  for (const { width, height } of sizes) {
    const opened = await openPage(browser, url + scene.path, { ...scene.options, width, height });
    try {
      await scene.ready(opened);
      await shoot(opened.page, scene.name, width);
    } catch (error) {
      problems.push(`${scene.name} at ${width} px: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      problems.push(...opened.problems.map((problem) => `${scene.name} at ${width} px: ${problem}`));
      await opened.close();
    }
  }
  return problems;
};

/** Four pictures of a page as the product and its stores make it, when all that it asks for is there. */
const pictureLive = async (browser: Browser, name: string, live: LivePage) => {
  const { address, shown, merchant, press, now } = live;
  for (const { width, height } of sizes) {
    const page = await browser.newPage({ viewport: { width, height } });
    if (now !== undefined) await page.clock.install({ time: now });
    if (merchant) await logIn(page, merchant.account, merchant.client.token() ?? "");
    await page.goto(address);
    if (shown !== undefined) await page.getByText(shown, { exact: true }).first().waitFor();
    const guide = page.getByRole("button", { name: "Close the guide" });
    if (await guide.isVisible()) await guide.click();
    // The network of a live report never rests: it waits for news.
    if (!page.url().includes("/Live/")) await page.waitForLoadState("networkidle");
    // The store may take longer to answer than a network is thought idle after.
    await page.locator("[role=progressbar], .waiting").first().waitFor({ state: "hidden" });
    if (press !== undefined) {
      await page.getByRole("button", { name: press.button }).click();
      await page.getByRole("heading", { name: press.heading }).waitFor();
    }
    await shoot(page, name, width);
    await page.close();
  }
};

/** Four pictures of a page of the support console, as someone of support sees it. */
const pictureConsole = async (
  browser: Browser,
  { url, person, given }: { url: string; person: SupportPerson; given: ConsoleGiven },
  name: string,
  asked: ConsolePage,
) => {
  const path = typeof asked.path === "string" ? asked.path : asked.path(given);
  for (const { width, height } of sizes) {
    const context = await browser.newContext({ viewport: { width, height } });
    await enterConsole(context, url, person, asked);
    const page = await context.newPage();
    await page.goto(`${url}/support/${path}`);
    await page.getByText(asked.shown, { exact: true }).first().waitFor();
    await page.waitForLoadState("networkidle");
    if (asked.button !== undefined) await page.getByRole("button", { name: asked.button, exact: true }).first().click();
    await page.waitForLoadState("networkidle");
    await shoot(page, name, width);
    await context.close();
  }
};

const isWanted = (name: string) =>
  positionals.length === 0 || positionals.some((asked) => (values.exact ? name === asked : name.startsWith(asked)));
const wanted = scenes.filter(({ name }) => isWanted(name));
if (positionals.length === 0) await rm(values.out, { recursive: true, force: true });
await mkdir(values.out, { recursive: true });
const consoleWanted = Object.entries(consolePages).filter(([name]) => isWanted(name));
const supportPort = await freePort();
const sheaf = await startSheaf({
  readyWithin: 180_000,
  ...(consoleWanted.length > 0 ? { env: { SUPPORT_CONSOLE: "true", SUPPORT_PORT: String(supportPort) } } : {}),
});
const browser = await launchChromium();
try {
  const problems: string[] = [];
  for (const scene of wanted) problems.push(...(await picture(browser, sheaf.url, scene)));
  for (const [name, live] of Object.entries(await livePages(sheaf))) {
    if (isWanted(name)) await pictureLive(browser, name, live);
  }
  if (shopPageNames.some(isWanted)) {
    await assertFonts();
    const shop = await startDemoShop();
    try {
      for (const [name, live] of Object.entries(await shopPages(shop)))
        if (isWanted(name)) await pictureLive(browser, name, live);
    } finally {
      await shop.stop();
    }
  }
  if (consoleWanted.length > 0) {
    const url = `http://localhost:${supportPort}`;
    const person = await signInForPictures(sheaf, url);
    const seen = { url, person, given: await givenForConsole(sheaf, person) };
    for (const [name, page] of consoleWanted)
      await pictureConsole(browser, seen, name, page).catch((error: unknown) => problems.push(`${name}: ${error}`));
  }
  if (values.keep) {
    await mkdir("docs/screens", { recursive: true });
    for (const [from, to] of Object.entries(kept)) {
      // `exports-1440-light`: without its width and theme.
      if (!isWanted(from.replace(/-\d+-\w+$/, ""))) continue;
      await copyFile(join(values.out, `${from}.png`), join("docs/screens", to));
    }
  }
  console.log(`The pictures are in ${values.out}/.`);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await sheaf.stop();
}

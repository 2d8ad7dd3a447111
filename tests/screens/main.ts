import { copyFile, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Browser } from "playwright-core";
import { launchChromium } from "../browser/support/chromium.ts";
import { openPage } from "../browser/support/open-page.ts";
import type { Scene } from "../browser/support/scene.ts";
import { scenes } from "../browser/support/scenes.ts";
import { startSheaf } from "../support/start-sheaf.ts";

/*
 * `npm run screens`: starts the product and makes pictures of every screen and main state at the width of a desk and of a telephone, in
 * both themes, into screens/. `npm run screens -- orders exports` makes those whose names begin so; with
 * `--keep` those that the README and docs/look.md show are copied to docs/screens/.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { out: { type: "string", default: "screens" }, keep: { type: "boolean", default: false } },
});

const kept = {
  "reports-1440-light": "reports.png",
  "exports-1440-dark": "exports.png",
  "login-1440-light": "login.png",
};

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;
const schemes = ["light", "dark"] as const;

/** Four pictures of one scene; one browser page is brought there once for each width, as people do not change the width of their screen. */
const picture = async (browser: Browser, url: string, scene: Scene): Promise<string[]> => {
  const problems: string[] = [];
  for (const size of sizes) {
    const opened = await openPage(browser, url + scene.path, {
      ...scene.options,
      width: size.width,
      height: size.height,
    });
    try {
      await scene.ready(opened);
      for (const scheme of schemes) {
        await opened.page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
        await opened.page.evaluate("document.fonts.ready");
        await opened.page.screenshot({
          path: join(values.out, `${scene.name}-${size.width}-${scheme}.png`),
          animations: "disabled",
          caret: "hide",
        });
      }
    } catch (error) {
      problems.push(`${scene.name} at ${size.width} px: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      problems.push(...opened.problems.map((problem) => `${scene.name} at ${size.width} px: ${problem}`));
      await opened.close();
    }
  }
  return problems;
};

const wanted = scenes.filter(
  ({ name }) => positionals.length === 0 || positionals.some((start) => name.startsWith(start)),
);
if (positionals.length === 0) await rm(values.out, { recursive: true, force: true });
await mkdir(values.out, { recursive: true });
const sheaf = await startSheaf({ readyWithin: 180_000 });
const browser = await launchChromium();
try {
  const problems: string[] = [];
  for (const scene of wanted) problems.push(...(await picture(browser, sheaf.url, scene)));
  if (values.keep) {
    await mkdir("docs/screens", { recursive: true });
    for (const [from, to] of Object.entries(kept)) {
      await copyFile(join(values.out, `${from}.png`), join("docs/screens", to));
    }
  }
  console.log(`${wanted.length} screens, ${wanted.length * 4} pictures in ${values.out}/.`);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  await sheaf.stop();
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { launchChromium } from "#tests/browser/support/chromium.ts";
import { type Figure, median } from "./measure.ts";
import { measureWriter } from "./writers-measure.ts";

const rounds = 3;
/** A key or a click waits no longer than a person takes to notice. */
const goal = 1_000;

/** Milliseconds until something is painted and until the page has loaded and can be used, and the longest that its main thread was busy at once. */
type Opened = { painted: number; loaded: number; longest: number };

type TraceEvent = { name: string; ph: string; pid: number; tid: number; dur?: number; args?: { name?: string } };

const longestTask = (events: readonly TraceEvent[]): number => {
  const of = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const named = events.filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain");
  const main = new Set(named.map(of));
  const tasks = events.filter((event) => event.ph === "X" && event.name.endsWith("RunTask") && main.has(of(event)));
  return tasks.reduce((most, { dur = 0 }) => Math.max(most, dur), 0) / 1_000;
};

const open = async (browser: Browser, file: string): Promise<Opened> => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const devTools = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  devTools.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await devTools.send("Tracing.start", {
    traceConfig: { includedCategories: ["toplevel", "devtools.timeline"] },
    transferMode: "ReportEvents",
  });
  const start = performance.now();
  await page.goto(pathToFileURL(file).href, { timeout: 120_000 });
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  const loaded = performance.now() - start;
  const paints = "performance.getEntriesByName('first-contentful-paint')";
  const painted = Number(await page.evaluate(`${paints}[0]?.startTime`));
  const complete = new Promise((done) => devTools.once("Tracing.tracingComplete", done));
  await devTools.send("Tracing.end");
  await complete;
  await page.close();
  return { painted, loaded, longest: longestTask(events) };
};

/**
 * Our HTML of 5,000 and of 50,000 rows, opened from a file in headless Chromium; that of 5,000 rows in turn with the plain table of handlebars, which
 * has the same cells. Longer plain tables take a browser minutes and gigabytes.
 */
export const run = async (): Promise<Figure[]> => {
  const directory = await mkdtemp(join(tmpdir(), "sheaf-bench-"));
  const browser = await launchChromium();
  try {
    const files = { short: join(directory, "5000"), plain: join(directory, "plain"), long: join(directory, "50000") };
    const named = (file: string) => `${file}.html`;
    await measureWriter("html", 5_000, { file: named(files.short) });
    await measureWriter("handlebars", 5_000, { file: named(files.plain) });
    await measureWriter("html", 50_000, { file: named(files.long) });
    const runs: Record<keyof typeof files, Opened[]> = { short: [], plain: [], long: [] };
    for (let round = 0; round < rounds; round += 1)
      for (const [name, file] of Object.entries(files))
        runs[name as keyof typeof files].push(await open(browser, named(file)));
    const of = (name: keyof typeof files, what: keyof Opened) => median(runs[name].map((one) => one[what]));
    const words = { painted: "painted after", loaded: "usable after", longest: "longest task" };
    return (Object.keys(words) as (keyof Opened)[]).flatMap((what): Figure[] => {
      const [short, plain, long] = [of("short", what), of("plain", what), of("long", what)];
      return [
        {
          name: `HTML of 5000 rows of 30 columns, ${words[what]}`,
          value: short,
          unit: "ms",
          peer: { name: "a plain table", value: plain, ratio: plain / short },
        },
        {
          name: `HTML of 50000 rows of 30 columns, ${words[what]}`,
          value: long,
          unit: "ms",
          ...(what === "longest" && { goal: { text: `under ${goal} ms`, met: long < goal } }),
        },
      ];
    });
  } finally {
    await browser.close();
    await rm(directory, { recursive: true, force: true });
  }
};

import type { Browser, Page } from "playwright-core";
import { hasChromium, launchChromium } from "#tests/browser/support/chromium.ts";
import { createDesign, logIn, type Merchant } from "#tests/support/merchant.ts";
import { type StartedSheaf, startSheaf } from "#tests/support/start-sheaf.ts";
import { type Figure, median } from "./measure.ts";
import { buildStarter } from "./starter/build.ts";
import { serveStarter } from "./starter/serve.ts";

/** Bandwidth of each connection in bytes per second, and latency of each response, ms. */
const lines = [
  {
    name: "1.6 Mbit/s, 150 ms",
    throughput: 200_000,
    latency: 150,
    rounds: 5,
    goals: { painted: 1_500, usable: 4_000 },
  },
  { name: "40 kB/s, 1.5 s", throughput: 40_000, latency: 1_500, rounds: 2, goals: undefined },
] as const;
type Line = (typeof lines)[number];

type Visit = {
  url: string;
  /** Before the page's first script. */
  prepare(page: Page): Promise<unknown>;
  /** Resolves when a person could do what the page is for. */
  usable(page: Page): Promise<void>;
};

/**
 * A visit with an empty browser: first content and time to interactive, both ms, and the bytes received until then.
 */
type Cost = { painted: number; usable: number; bytes: number };

const firstPaint = `performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN`;

const visitCold = async (browser: Browser, { url, prepare, usable }: Visit, line: Line): Promise<Cost> => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await prepare(page);
    const devtools = await context.newCDPSession(page);
    let bytes = 0;
    devtools.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await devtools.send("Network.enable");
    const { throughput, latency } = line;
    await devtools.send("Network.emulateNetworkConditions", {
      ...{ offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput },
    });
    await page.goto(url, { waitUntil: "commit" });
    await usable(page);
    const now = await page.evaluate<number>("performance.now()");
    return { painted: await page.evaluate<number>(firstPaint), usable: now, bytes };
  } finally {
    await context.close();
  }
};

const reports = (sheaf: StartedSheaf, { client, account }: Merchant): Visit => ({
  url: `${sheaf.url}/Reports`,
  prepare: (page) =>
    page.addInitScript(
      ([token, known]) => {
        localStorage.setItem("AUTH_TOKEN_KEY", token ?? "");
        localStorage.setItem("ACCOUNT_DATA_KEY", known ?? "");
      },
      [client.token() ?? "", JSON.stringify(account)],
    ),
  // A disabled button is not one to press: the trial asks whether it could be.
  usable: (page) => page.getByRole("button", { name: "Generate", exact: true }).click({ trial: true }),
});

const starterList = (url: string): Visit => ({
  url,
  prepare: async () => {},
  usable: (page) => page.getByRole("cell", { name: "#1001" }).waitFor(),
});

const seconds = (ms: number[]): number => median(ms) / 1_000;

/** Each line in turn, ours and the starter by turns, so that a slow minute of the machine hits both. */
const measure = async (browser: Browser, ours: Visit, peer: Visit): Promise<Figure[]> => {
  const figures: Figure[] = [];
  for (const line of lines) {
    const costs = { ours: [] as Cost[], peer: [] as Cost[] };
    for (let round = 0; round < line.rounds; round += 1) {
      costs.ours.push(await visitCold(browser, ours, line));
      costs.peer.push(await visitCold(browser, peer, line));
    }
    const figure = (what: "painted" | "usable", name: string): Figure => {
      const value = seconds(costs.ours.map((cost) => cost[what]));
      const beside = seconds(costs.peer.map((cost) => cost[what]));
      const limit = line.goals?.[what];
      return {
        name: `/Reports cold, ${line.name}: ${name}`,
        value,
        unit: "s",
        peer: { name: "react-admin's starter", value: beside, ratio: value / beside },
        ...(limit === undefined ? {} : { goal: { text: `within ${limit / 1_000} s`, met: value * 1_000 <= limit } }),
      };
    };
    figures.push(figure("painted", "painted"), figure("usable", "usable"));
    if (line === lines[0]) {
      const [value, beside] = [costs.ours, costs.peer].map((all) => median(all.map(({ bytes }) => bytes)) / 1_000);
      if (value !== undefined && beside !== undefined)
        figures.push({
          ...{ name: "/Reports cold: bytes until it is usable", value, unit: "kB" },
          peer: { name: "react-admin's starter", value: beside, ratio: value / beside },
        });
    }
  }
  return figures;
};

/**
 * The first visit of a browser that has nothing of Sheaf yet, on slow lines, beside the smallest app of react-admin on
 * the same server.
 */
export const run = async (): Promise<Figure[]> => {
  if (!hasChromium()) return [];
  const starter = await buildStarter();
  const served = await serveStarter(starter.folder);
  const sheaf = await startSheaf({ env: { LOG_LEVEL: "error" }, readyWithin: 300_000 });
  const browser = await launchChromium();
  try {
    const merchant = await logIn(sheaf, "aurora-demo");
    await createDesign(merchant);
    return await measure(browser, reports(sheaf, merchant), starterList(served.url));
  } finally {
    await browser.close();
    await sheaf.stop();
    await served.stop();
    await starter.remove();
  }
};

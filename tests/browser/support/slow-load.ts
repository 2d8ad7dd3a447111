import type { Page } from "playwright-core";
import { isNetworkNote } from "./open-page.ts";

type Shift = {
  value: number;
  /** What moved, with its box before and after. */
  moved: string[];
};

export type SlowLoad = {
  /** Every layout shift so far but those of a user's own acts, as the browser reports it. */
  shifts: () => Promise<Shift[]>;
  /** What the console printed, of any kind, and what the policy refused. */
  messages: string[];
};

/** The rest of the policy has hashes of a build. This part refuses `eval`. */
const policy = "script-src 'self' 'unsafe-inline'";

const frames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))";

const watch = `
  window.layoutShifts = [];
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  const nameOf = (node) => {
    const element = node instanceof Element ? node : node?.parentElement;
    if (!element) return "something that is gone";
    const label = element.getAttribute("aria-label") ?? element.textContent?.slice(0, 30) ?? "";
    return element.localName + " '" + label + "'";
  };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput)
        window.layoutShifts.push({
          value,
          moved: sources.map((one) => nameOf(one.node) + ": " + box(one.previousRect) + " to " + box(one.currentRect)),
        });
  }).observe({ type: "layout-shift", buffered: true });
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    console.warn("The policy refused " + blockedURI + " (" + violatedDirective + ")"));
`;

/**
 * Opens an address on a slow machine and line. Answers come one by one, each after a frame, so that every one of them
 * may move the page.
 */
export const loadSlowly = async (page: Page, path: string): Promise<SlowLoad> => {
  const messages: string[] = [];
  page.on("console", (message) => {
    if (!isNetworkNote(message.text())) messages.push(`${message.type()}: ${message.text()}`);
  });
  await page.addInitScript(watch);
  const address = new URL(path, page.url()).href;
  await page.route(address.split("#")[0] ?? address, async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": policy } });
  });
  let turn: Promise<unknown> = Promise.resolve();
  await page.route(/\/api\//, async (route) => {
    turn = turn.then(() => page.evaluate(frames));
    await turn;
    await route.fallback();
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    ...{ offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000 },
  });
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 2 });
  await page.goto(address, { waitUntil: "commit" });
  return {
    messages,
    shifts: async () => {
      await turn;
      await page.evaluate(frames);
      return page.evaluate<Shift[]>("window.layoutShifts");
    },
  };
};

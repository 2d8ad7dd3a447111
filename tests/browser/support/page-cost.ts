import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";

/**
 * Watches layout shifts on every page from now on. `worst`: the largest sum of one page load, without those within half
 * a second of an input, as browsers count it.
 */
export const watchLayoutShift = async (page: Page): Promise<{ worst: () => Promise<number> }> => {
  const sums = new Map<string, number>();
  await page.exposeBinding("noteLayoutShift", (_source, load: string, sum: number) => {
    sums.set(load, Math.max(sums.get(load) ?? 0, sum));
  });
  await page.addInitScript(`{
    const load = location.origin + location.pathname + performance.timeOrigin;
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
      void noteLayoutShift(load, sum);
    }).observe({ type: "layout-shift", buffered: true });
  }`);
  return {
    worst: async () => {
      // The last observation comes with the next task.
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))");
      return Math.max(0, ...sums.values());
    },
  };
};

/** Sums up loaded scripts, each address once, compressed. */
export const watchScripts = (page: Page): { gzipBytes: () => Promise<number> } => {
  const sizes = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    if (response.request().resourceType() !== "script" || !response.ok()) return;
    sizes.set(
      response.url(),
      response.body().then((body) => gzipSync(body).length),
    );
  });
  return { gzipBytes: async () => (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0) };
};

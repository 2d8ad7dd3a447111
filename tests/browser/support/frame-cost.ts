import type { Browser, Page } from "playwright-core";

type TraceEvent = { name: string; ph: string; ts: number; dur?: number; tdur?: number; tid: number; pid: number };

/** The main thread's work for a frame. */
const work = new Set([
  "EventDispatch",
  "FunctionCall",
  "EvaluateScript",
  "RunMicrotasks",
  "TimerFire",
  "FireAnimationFrame",
  "HitTest",
  "UpdateLayoutTree",
  "Layout",
  "PrePaint",
  "Paint",
  "Layerize",
  "Commit",
  "MinorGC",
  "MajorGC",
]);

/** Finds the page's thread, with the most layouts. */
const mainThread = (events: readonly TraceEvent[]): string => {
  const counts = new Map<string, number>();
  for (const { name, pid, tid } of events)
    if (name === "UpdateLayoutTree" || name === "PrePaint")
      counts.set(`${pid}.${tid}`, (counts.get(`${pid}.${tid}`) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0] ?? "";
};

/**
 * Returns ms of work between frames, outermost pieces only. Processor time, so other work on the machine doesn't count.
 */
const frameCosts = (trace: Buffer): number[] => {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const thread = mainThread(traceEvents);
  const own = traceEvents
    .filter(({ pid, tid }) => `${pid}.${tid}` === thread)
    .sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  const costs: number[] = [];
  let cost = 0;
  let until = 0;
  for (const { name, ph, ts, dur = 0, tdur = dur } of own) {
    // A frame ends when its layers are committed.
    if (ph === "X" && work.has(name) && ts >= until) {
      cost += tdur;
      until = ts + dur;
    }
    if (name === "Commit") {
      costs.push(cost / 1000);
      cost = 0;
    }
  }
  return costs;
};

/** Returns frames' costs during an action, ms. */
export const tracedFrames = async (browser: Browser, page: Page, act: () => Promise<void>): Promise<number[]> => {
  await browser.startTracing(page, {
    categories: ["devtools.timeline", "disabled-by-default-devtools.timeline"],
  });
  await act();
  return frameCosts(await browser.stopTracing());
};

/** Returns the value that this part doesn't exceed. */
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.max(0, Math.ceil(values.length * part) - 1)] ?? 0;

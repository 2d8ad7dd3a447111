import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Longest work of an export or preview before it yields, ms. Up to four run per process, and nothing may wait over 50
 * ms (D-5).
 */
const maxStretch = 12;

/**
 * Call the returned function in each iteration of a long loop: it yields to the event loop when due, and throws after
 * an abort.
 */
export const createYieldToEventLoop = (signal: AbortSignal): (() => Promise<void> | void) => {
  let since = performance.now();
  return () => {
    signal.throwIfAborted();
    if (performance.now() - since < maxStretch) return;
    return nextTurn().then(() => {
      since = performance.now();
      signal.throwIfAborted();
    });
  };
};

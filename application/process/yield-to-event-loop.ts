import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * Longest stretch of work of one export or preview before it yields, ms. Up to four run per process, and nothing may
 * wait over 50 ms (D-5).
 */
const maxStretch = 12;

/**
 * Returns a function that long loops await each round. It yields to the event loop when due, and throws when the signal
 * has aborted.
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

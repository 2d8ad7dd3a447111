import { setImmediate as nextTurn } from "node:timers/promises";

/** How long work may go on before leases, cancels and shutdowns get a turn (design section 5), ms. */
const longest = 50;

/** A function that long loops await in every round: it lets others go first every 50 ms, and throws when the signal aborts. */
export const createBreather = (signal: AbortSignal): (() => Promise<void> | void) => {
  let since = performance.now();
  return () => {
    signal.throwIfAborted();
    if (performance.now() - since < longest) return;
    return nextTurn().then(() => {
      since = performance.now();
      signal.throwIfAborted();
    });
  };
};

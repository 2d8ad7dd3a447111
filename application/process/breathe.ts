import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * How long one export or preview works on before others get a turn, ms. All exports of a process have theirs before leases, cancels and
 * shutdowns are looked at, which are to wait 50 ms (D-5): so it is that much for four of them.
 */
const longest = 12;

/** A function that long loops await in every round: it lets others go first again and again, and throws when the signal aborts. */
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

/** The first line of an error's message, without its full stop, to embed in a sentence. */
export const formatReason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n")[0]?.replace(/\.$/, "") ?? "";

/**
 * Exponential back-off in ms, half of it random: clients that wait for one server don't come back at the same moment.
 */
export const computeBackoffMs = (tries: number, maxMs: number): number =>
  Math.min(25 * 2 ** Math.min(tries, 20), maxMs) * (0.5 + Math.random() / 2);

/** An error's first line, without full stop, to embed in a sentence. */
export const formatReason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n")[0]?.replace(/\.$/, "") ?? "";

/** Exponential, in ms, half random: waiting clients don't all come back at once. */
export const computeBackoffMs = (tries: number, maxMs: number): number =>
  Math.min(25 * 2 ** Math.min(tries, 20), maxMs) * (0.5 + Math.random() / 2);

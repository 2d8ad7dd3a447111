/** S-1.9, ms. */
export const retryAfterMs = 15_000;
export const tickMs = 1000;

/** Returns the whole seconds left of a countdown from `startedAt`, never below 0. Arguments in ms. */
export const secondsLeft = (startedAt: number, now: number): number =>
  Math.max(0, Math.ceil((startedAt + retryAfterMs - now) / tickMs));

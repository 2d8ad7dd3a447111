/** S-1.9, ms. */
export const retryAfterMs = 15_000;
export const tickMs = 1000;

/** Whole seconds left of a countdown that began at `startedAt`; arguments in ms, result never below 0. */
export const secondsLeft = (startedAt: number, now: number): number =>
  Math.max(0, Math.ceil((startedAt + retryAfterMs - now) / tickMs));

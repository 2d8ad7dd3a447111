/** Pause before the next try (S-1.9), ms. */
export const retryAfterMs = 15_000;
export const tickMs = 1000;

/** Whole seconds left, never below 0. Arguments in ms. */
export const secondsLeft = (startedAt: number, now: number): number =>
  Math.max(0, Math.ceil((startedAt + retryAfterMs - now) / tickMs));

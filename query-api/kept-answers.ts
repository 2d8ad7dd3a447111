/** Memory bound for cached answers; the oldest go first. */
export type Room<Answer> = { weigh(answer: Answer): number; atMost: number };

/** Drops the oldest entries until the rest fits. Pending entries have no weight yet, and stay. */
export const makeRoom = (kept: Map<string, { pending: boolean; weight: number }>, atMost: number): void => {
  let weight = 0;
  for (const entry of kept.values()) weight += entry.weight;
  for (const [key, entry] of kept) {
    if (weight <= atMost) return;
    if (entry.pending) continue;
    weight -= entry.weight;
    kept.delete(key);
  }
};

/** Minimum pause between checks for expired entries, ms. */
const pause = 100;

/** Removes expired entries, even if nobody asks any more. */
export type Forgetting = {
  /** Removes expired entries at once. */
  now(): void;
  /** Schedules removal for when the first entry expires, and then for later ones. */
  later(): void;
};

/**
 * Removes cached answers once they expire (`until`, ms of steady time), so that personal data stays in memory no longer
 * than stated. One timer per cache, which keeps no process alive. Pending entries stay.
 */
export const createForgetting = (
  steady: () => number,
  kept: Map<string, { pending: boolean; until: number }>,
): Forgetting => {
  let planned: { timer: NodeJS.Timeout; until: number } | undefined;
  const now = (): void => {
    const at = steady();
    for (const [key, { pending, until }] of kept) if (!pending && until <= at) kept.delete(key);
  };
  const later = (): void => {
    let first = Number.POSITIVE_INFINITY;
    for (const { pending, until } of kept.values()) if (!pending) first = Math.min(first, until);
    if (first === Number.POSITIVE_INFINITY || (planned && planned.until <= first)) return;
    clearTimeout(planned?.timer);
    const from = steady();
    const look = (): void => {
      planned = undefined;
      now();
      // Otherwise a stopped clock, as in tests, would reschedule for ever.
      if (steady() !== from) later();
    };
    planned = { timer: setTimeout(look, Math.max(pause, first - from)).unref(), until: first };
  };
  return { now, later };
};

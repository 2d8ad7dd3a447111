/** What answers that are remembered may weigh together; the oldest go first. */
export type Room<Answer> = { weigh(answer: Answer): number; atMost: number };

/** The oldest of what is kept go, until the rest fits; what is still under way weighs nothing yet, and stays. */
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

/** Between two looks for what is over, ms at least. */
const pause = 100;

/** Forgets what is over, also where nobody asks any more. */
export type Forgetting = {
  /** At once. */
  now(): void;
  /** When the time of the first one is over, and of those after it. */
  later(): void;
};

/**
 * Forgets answers whose time is over (`until`, in ms of steady time): what they hold of people stays in memory no longer than is said of it. One timer for all
 * of a cache, which keeps no process alive. What is still under way stays.
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
      // A clock that stands still, as in tests, would have it look for ever.
      if (steady() !== from) later();
    };
    planned = { timer: setTimeout(look, Math.max(pause, first - from)).unref(), until: first };
  };
  return { now, later };
};

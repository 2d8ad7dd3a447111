/** Limit of cached responses; the oldest go first. */
export type CacheLimit<Answer> = { weigh(answer: Answer): number; atMost: number };

/** Drops the oldest entries until the rest fits. Pending ones have no weight yet, and stay. */
export const evictOldest = (entries: Map<string, { pending: boolean; weight: number }>, atMost: number): void => {
  let weight = 0;
  for (const entry of entries.values()) weight += entry.weight;
  for (const [key, entry] of entries) {
    if (weight <= atMost) return;
    if (entry.pending) continue;
    weight -= entry.weight;
    entries.delete(key);
  }
};

/** Shortest pause between checks, ms. */
const minCheckPause = 100;

/** Removes expired entries, even if no one asks for them. */
export type ExpirySweeper = {
  sweepNow(): void;
  /** Removes each entry at its expiry. */
  scheduleSweep(): void;
};

/**
 * Removes cached responses at their expiry (`validUntil`, ms of steady time), as personal data must not stay in memory.
 * One timer per cache, which keeps no process alive. Pending entries stay.
 */
export const createExpirySweeper = (
  steady: () => number,
  entries: Map<string, { pending: boolean; validUntil: number }>,
): ExpirySweeper => {
  let planned: { timer: NodeJS.Timeout; until: number } | undefined;
  const now = (): void => {
    const at = steady();
    for (const [key, { pending, validUntil }] of entries) if (!pending && validUntil <= at) entries.delete(key);
  };
  const later = (): void => {
    let first = Number.POSITIVE_INFINITY;
    for (const { pending, validUntil } of entries.values()) if (!pending) first = Math.min(first, validUntil);
    if (first === Number.POSITIVE_INFINITY || (planned && planned.until <= first)) return;
    clearTimeout(planned?.timer);
    const from = steady();
    const check = (): void => {
      planned = undefined;
      now();
      // A stopped clock, as in tests, would reschedule for ever.
      if (steady() !== from) later();
    };
    planned = { timer: setTimeout(check, Math.max(minCheckPause, first - from)).unref(), until: first };
  };
  return { sweepNow: now, scheduleSweep: later };
};

/** Remembers answers for a while by the wall clock, and lets those who ask meanwhile wait for the same one. */
export const createRecent = <Answer>(wall: () => Date, goodFor: number) => {
  const kept = new Map<string, { until: number; answer: Promise<Answer> }>();
  return (key: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const now = wall().getTime();
    for (const [old, entry] of kept) if (entry.until <= now) kept.delete(old);
    const known = kept.get(key);
    if (known) return known.answer;
    const fresh = ask();
    kept.set(key, { until: now + goodFor, answer: fresh });
    // A failure is told to those who wait for it, and forgotten: the next one asks again.
    fresh.catch(() => kept.delete(key));
    return fresh;
  };
};

/** Maximum entries; the cache is cleared beyond them. */
const maxEntries = 5_000;

/** Caches results by the identity of the argument. */
export const memoize = <Of, Answer>(compute: (of: Of) => Answer): ((of: Of) => Answer) => {
  const results = new Map<Of, Answer>();
  return (key) => {
    const before = results.get(key);
    if (before !== undefined || results.has(key)) return before as Answer;
    if (results.size > maxEntries) results.clear();
    const answer = compute(key);
    results.set(key, answer);
    return answer;
  };
};

/** Maximum number of cached results; beyond it the cache is cleared. */
const maxEntries = 5_000;

/** Memoizes a function by the identity of its argument. */
export const memoize = <Of, Answer>(compute: (of: Of) => Answer): ((of: Of) => Answer) => {
  const results = new Map<Of, Answer>();
  return (of) => {
    const before = results.get(of);
    if (before !== undefined || results.has(of)) return before as Answer;
    if (results.size > maxEntries) results.clear();
    const answer = compute(of);
    results.set(of, answer);
    return answer;
  };
};

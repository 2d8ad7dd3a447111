/** Maximum number of cached results; beyond it the cache is cleared. */
const most = 5_000;

/** Memoizes a function by the identity of its argument. */
export const kept = <Of, Answer>(ask: (of: Of) => Answer): ((of: Of) => Answer) => {
  const known = new Map<Of, Answer>();
  return (of) => {
    const before = known.get(of);
    if (before !== undefined || known.has(of)) return before as Answer;
    if (known.size > most) known.clear();
    const answer = ask(of);
    known.set(of, answer);
    return answer;
  };
};

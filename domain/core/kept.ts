/** Answers that are kept. */
const most = 5_000;

/** A function whose answers are kept, some thousand of them: what is asked again and again is worked out once. */
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

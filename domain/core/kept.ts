/** Answers that are kept, some thousand of them. What throws is asked again. */
export const kept = <Question, Answer>(ask: (of: Question) => Answer): ((of: Question) => Answer) => {
  const known = new Map<Question, Answer>();
  return (of) => {
    const before = known.get(of);
    if (before !== undefined || known.has(of)) return before as Answer;
    if (known.size > 5_000) known.clear();
    const answer = ask(of);
    known.set(of, answer);
    return answer;
  };
};

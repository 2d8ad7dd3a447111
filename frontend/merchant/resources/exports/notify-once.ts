/**
 * Reports lasting problems of something polled every second: once, and again after a success in between or for another
 * problem.
 */
export const createNotifyOnce = (tell: (sentence: string) => void) => {
  let lastSentence: string | null = null;
  return {
    wrong: (sentence: string): void => {
      if (sentence === lastSentence) return;
      lastSentence = sentence;
      tell(sentence);
    },
    well: (): void => {
      lastSentence = null;
    },
  };
};

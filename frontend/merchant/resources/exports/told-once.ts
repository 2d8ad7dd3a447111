/**
 * Says what is wrong once while it lasts, for something that is asked every second; says it again when all was well in
 * between, or when something else is wrong.
 */
export const createToldOnce = (tell: (sentence: string) => void) => {
  let told: string | null = null;
  return {
    wrong: (sentence: string): void => {
      if (sentence === told) return;
      told = sentence;
      tell(sentence);
    },
    well: (): void => {
      told = null;
    },
  };
};

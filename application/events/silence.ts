/** The listener looks each second. What passed beyond this between two looks it was itself stopped for, or the machine slept, ms. */
const mostBetweenLooks = 2_000;

/** Measures for how long a process has not been heard, in ms of steady time in which the listener itself ran. */
export const createSilence = (steady: () => number = () => performance.now()) => {
  let quiet = 0;
  let lookedAt = steady();
  return {
    heard: (): void => {
      quiet = 0;
      lookedAt = steady();
    },
    look: (): number => {
      const now = steady();
      quiet += Math.min(now - lookedAt, mostBetweenLooks);
      lookedAt = now;
      return quiet;
    },
  };
};

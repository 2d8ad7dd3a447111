/**
 * Longest counted gap between checks, ms. The listener checks each second; in a longer gap it was stopped itself, or
 * the machine slept.
 */
const mostBetweenLooks = 2_000;

/** Measures how long a process has been silent, in ms of steady time while the listener itself ran. */
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

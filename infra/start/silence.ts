/** Between two looks of somebody who runs, ms; after more the looker itself was stopped, and what it did not hear tells nothing. */
const longestPause = 5_000;

/** Measures for how long a process has not been heard, in ms of steady time in which the listener itself ran; it looks each second. */
export const createSilence = (steady: () => number = () => performance.now()) => {
  let heardAt = steady();
  let lookedAt = heardAt;
  return {
    heard: (): void => {
      heardAt = steady();
    },
    look: (): number => {
      const now = steady();
      if (now - lookedAt > longestPause) heardAt = now;
      lookedAt = now;
      return now - heardAt;
    },
  };
};

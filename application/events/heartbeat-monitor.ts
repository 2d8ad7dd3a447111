/** Longest counted gap, ms. In a longer one the listener itself was stopped, or the machine slept. */
const maxCountedGap = 2_000;

/** A process's silence, ms of steady time, only while the listener itself ran. */
export const createHeartbeatMonitor = (steady: () => number = () => performance.now()) => {
  let silentFor = 0;
  let measuredAt = steady();
  return {
    beat: (): void => {
      silentFor = 0;
      measuredAt = steady();
    },
    measureSilence: (): number => {
      const now = steady();
      silentFor += Math.min(now - measuredAt, maxCountedGap);
      measuredAt = now;
      return silentFor;
    },
  };
};

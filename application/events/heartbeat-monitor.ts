/** Longest counted gap, ms. In a longer one the listener itself was stopped, or the machine slept. */
const maxCountedGap = 2_000;

/**
 * Measures how long a process has sent no heartbeat, ms. Time during which this process was itself stopped hardly
 * counts.
 */
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

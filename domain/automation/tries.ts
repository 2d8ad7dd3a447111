/** Minutes after the first, second … failed try of a run at which it is tried again. */
const pauseMinutes = [1, 5, 20, 60] as const;

/** So many failures in a row suspend an automated report (S-2.9, R-45). */
export const maxFailedTries = 5;

/** The longest that a receiver may put off the next try, ms. */
const longestDelay = 60 * 60_000;

/**
 * Computes when a run is tried again, ISO UTC. `failures`: its failed tries so far. `failedAt`: of the newest, ISO UTC. `notBefore`: earliest next try
 * that the receiver asks for, ISO UTC; an hour at most is granted.
 */
export const retryAtAfter = (failures: number, failedAt: string, notBefore?: string): string => {
  const at = Date.parse(failedAt);
  const minutes = pauseMinutes[Math.min(failures, pauseMinutes.length) - 1] ?? pauseMinutes[0];
  const asked = notBefore === undefined ? at : Math.min(Date.parse(notBefore), at + longestDelay);
  return new Date(Math.max(at + minutes * 60_000, asked)).toISOString();
};

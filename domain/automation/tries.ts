/** Minutes after the first, second … failed try of a run at which it is tried again. */
const pauseMinutes = [1, 5, 20, 60] as const;

/** So many failures in a row suspend an automated report (S-2.9, R-45). */
export const maxFailedTries = 5;

/** When a run is tried again of which so many tries failed, ISO UTC. `failedAt`: ISO UTC. */
export const retryAtAfter = (failures: number, failedAt: string): string => {
  const minutes = pauseMinutes[Math.min(failures, pauseMinutes.length) - 1] ?? pauseMinutes[0];
  return new Date(Date.parse(failedAt) + minutes * 60_000).toISOString();
};

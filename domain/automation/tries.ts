/** Minutes after the first, second … failed try of a run at which it is tried again. */
const pauseMinutes = [1, 5, 20, 60] as const;

/** So many failures in a row suspend an automated report (S-2.9, R-45). */
export const maxFailedTries = 5;

/** A receiver may put off the next try by so long. */
const longestWish = 60 * 60_000;

/**
 * When a run is tried again of which so many tries failed, ISO UTC. `failedAt`: ISO UTC. `notBefore`: when the receiver wants the next try; an hour at
 * most is granted.
 */
export const retryAtAfter = (failures: number, failedAt: string, notBefore?: string): string => {
  const at = Date.parse(failedAt);
  const minutes = pauseMinutes[Math.min(failures, pauseMinutes.length) - 1] ?? pauseMinutes[0];
  const wished = notBefore === undefined ? at : Math.min(Date.parse(notBefore), at + longestWish);
  return new Date(Math.max(at + minutes * 60_000, wished)).toISOString();
};

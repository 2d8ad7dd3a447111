import type { UncountedKind } from "./events.ts";
import type { Uncounted } from "./state.ts";

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

/** The longest that a report waits for our own mail server, ms. */
const longestOurs = 24 * 60 * 60_000;

/** Counts one more failure of a kind. `at`: ISO UTC. */
export const withAnother = (known: Uncounted | undefined, at: string): Uncounted => ({
  tries: (known?.tries ?? 0) + 1,
  since: known?.since ?? at,
});

/**
 * Computes when a run is tried again after failures that don't count towards a suspension, ISO UTC; null if it isn't (R-45). `known`: those of the same
 * kind, with this one. Our own faults are given 24 hours, a recipients' server that puts us off as many tries as other failures. Other failures are
 * tried once more, and only if the receiver's adapter says from when on.
 */
export const retryAtUncounted = (
  kind: UncountedKind,
  { tries, since }: Uncounted,
  failedAt: string,
  notBefore?: string,
): string | null => {
  const next = retryAtAfter(tries, failedAt, notBefore);
  if (kind === "deferred") return tries < maxFailedTries ? next : null;
  if (kind !== "ours") return tries === 1 && notBefore !== undefined ? next : null;
  const end = Date.parse(since) + longestOurs;
  return Date.parse(failedAt) < end ? new Date(Math.min(Date.parse(next), end)).toISOString() : null;
};

/** The reason of a run that failed for good by such tries. `isOver`: no time is left to try. `isPassedOn`: the next report has its time. */
export const reasonAtEnd = (
  kind: UncountedKind,
  reason: string,
  { isOver, isPassedOn }: { isOver: boolean; isPassedOn: boolean },
): string => {
  if (kind !== "ours") return reason;
  const tried = isOver ? " We tried for 24 hours." : "";
  return `${reason}${tried}${isPassedOn ? " The next report covers this time." : ""}`;
};

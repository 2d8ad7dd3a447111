import type { UncountedKind } from "./events.ts";
import { addAdviceToAsk, addBeforeAdvice, addMailReach, type MailReach, withoutNothingToChange } from "./mail-reach.ts";
import type { UncountedFailures } from "./state.ts";

/** Minutes from the first, second … failed try of a run to the next. */
const retryDelayMinutes = [1, 5, 20, 60] as const;

/** Consecutive failures that suspend an automated report (S-2.9, R-45). */
export const maxFailedTries = 5;

/** Maximum delay that a receiver may ask for, ms. */
const maxRequestedDelayMs = 60 * 60_000;

/**
 * Computes the next try, ISO UTC. `failures`: failed tries so far. `failedAt`: the newest, ISO UTC. `notBefore`:
 * earliest next try the receiver allows, ISO UTC; capped at an hour.
 */
export const retryAtAfter = (failures: number, failedAt: string, notBefore?: string): string => {
  const at = Date.parse(failedAt);
  const minutes = retryDelayMinutes[Math.min(failures, retryDelayMinutes.length) - 1] ?? retryDelayMinutes[0];
  const asked = notBefore === undefined ? at : Math.min(Date.parse(notBefore), at + maxRequestedDelayMs);
  return new Date(Math.max(at + minutes * 60_000, asked)).toISOString();
};

/** Maximum wait for our own mail server, ms. */
const maxOwnServerWaitMs = 24 * 60 * 60_000;

/** `at`: ISO UTC. */
export const addFailure = (known: UncountedFailures | undefined, at: string): UncountedFailures => ({
  tries: (known?.tries ?? 0) + 1,
  since: known?.since ?? at,
});

/**
 * Computes the next try after uncounted failures, ISO UTC; null if there is none. `tries`, `since`: of the same
 * kind, including this one. Our own mail server gets 24 hours. A deferring server and an interrupted delivery get as
 * many tries as other failures. So does a lost answer, but only with a `notBefore`: otherwise nobody may be sent the
 * mail again. Refused content gets one more try, also only with a `notBefore`.
 */
export const retryAtUncounted = (
  kind: UncountedKind,
  { tries, since }: UncountedFailures,
  failedAt: string,
  notBefore?: string,
): string | null => {
  const next = retryAtAfter(tries, failedAt, notBefore);
  if (kind === "deferred" || kind === "interrupted") return tries < maxFailedTries ? next : null;
  if (kind === "unconfirmed") return tries < maxFailedTries && notBefore !== undefined ? next : null;
  if (kind === "content") return tries === 1 && notBefore !== undefined ? next : null;
  const end = Date.parse(since) + maxOwnServerWaitMs;
  return Date.parse(failedAt) < end ? new Date(Math.min(Date.parse(next), end)).toISOString() : null;
};

/**
 * The reason of a run that finally failed with an uncounted kind. `isOver`: the time for tries is up. `isPassedOn`: the
 * next report covers its time. `isRetry`: the report stays stopped. `arrived`: who may have the report, which the
 * reason must not deny.
 */
export const reasonAtEnd = (
  kind: UncountedKind,
  reason: string,
  {
    isOver,
    isPassedOn,
    isRetry,
    arrived,
  }: { isOver: boolean; isPassedOn: boolean; isRetry: boolean; arrived: MailReach | undefined },
): string => {
  const told = kind === "ours" && isOver ? addBeforeAdvice(reason, "We tried for 24 hours.") : reason;
  if (kind === "ours" && isRetry) {
    const stays = "The automated report stays stopped until you start it.";
    return addMailReach(addBeforeAdvice(withoutNothingToChange(told), stays), arrived);
  }
  const end = isPassedOn ? `${told} The next report covers this time.` : told;
  return addAdviceToAsk(addMailReach(end, arrived), arrived);
};

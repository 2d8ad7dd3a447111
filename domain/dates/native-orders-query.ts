import { isoSecondsUp } from "./local-time.ts";
import type { Period } from "./resolve-date-range.ts";

/**
 * The period in the platform's search syntax: quoted UTC instants with Z, a range as two terms (P-4.2).
 * `createdAt` has whole seconds, and a whole second is before (not before) an instant with a fraction exactly when it is before
 * (not before) that instant rounded up: so both bounds are rounded up and mean the same as the instants given.
 */
export const nativeOrdersQuery = ({ from, to }: Period): string => {
  const below = `created_at:<'${isoSecondsUp(Date.parse(to))}'`;
  return from === null ? below : `created_at:>='${isoSecondsUp(Date.parse(from))}' ${below}`;
};

/** The same question asked of each order: the search only narrows what is fetched. */
export const within = ({ from, to }: Period): ((instant: string) => boolean) => {
  const [first, end] = [from === null ? Number.NEGATIVE_INFINITY : Date.parse(from), Date.parse(to)];
  return (instant) => {
    const moment = Date.parse(instant);
    return moment < end && moment >= first;
  };
};

/** See {@link within}. */
export const isWithin = (instant: string, period: Period): boolean => within(period)(instant);

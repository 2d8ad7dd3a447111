import { ceilToIsoSeconds } from "./local-time.ts";
import type { Period } from "./resolve-date-range.ts";

/**
 * Builds a search for quoted UTC instants with Z, a range as two terms (P-4.2). Rounds bounds up, which changes nothing
 * because `createdAt` has whole seconds.
 */
export const buildNativeOrdersQuery = ({ from, to }: Period): string => {
  const below = `created_at:<'${ceilToIsoSeconds(Date.parse(to))}'`;
  return from === null ? below : `created_at:>='${ceilToIsoSeconds(Date.parse(from))}' ${below}`;
};

/** Tests each order, because the search only narrows. */
export const createPeriodTest = ({ from, to }: Period): ((instant: string) => boolean) => {
  const [first, end] = [from === null ? Number.NEGATIVE_INFINITY : Date.parse(from), Date.parse(to)];
  return (instant) => {
    const moment = Date.parse(instant);
    return moment < end && moment >= first;
  };
};

/** See {@link createPeriodTest}. */
export const isWithin = (instant: string, period: Period): boolean => createPeriodTest(period)(instant);

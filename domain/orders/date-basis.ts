import { buildNativeOrdersQuery, createPeriodTest } from "../dates/build-native-orders-query.ts";
import { ceilToIsoSeconds } from "../dates/local-time.ts";
import type { Period } from "../dates/resolve-date-range.ts";
import { DateBasis } from "../enumerations.ts";
import type { Order } from "./order.ts";
import { momentReaders } from "./order-moments.ts";

/** A period and the day that counts for it. */
export type DatedPeriod = Period & {
  /** Absent: the day of creation. */
  basis?: DateBasis;
  /**
   * True for automated reports: an order belongs to the period in which its moment became known. So a backdated
   * payment is in the next report, once.
   */
  byRecording?: boolean;
};

/** Returns the date that counts. Without a first day every order counts, so it is the creation. */
export const getBasis = ({ from, basis = DateBasis.created }: DatedPeriod): DateBasis =>
  from === null ? DateBasis.created : basis;

/** Tests by another day than the creation; undefined for the creation, which readers test themselves. */
export const createMomentTest = (
  period: DatedPeriod,
): { fields: readonly string[]; holds(order: Order): boolean } | undefined => {
  const basis = getBasis(period);
  if (basis === DateBasis.created || period.from === null) return undefined;
  const [first, end] = [Date.parse(period.from), Date.parse(period.to)];
  const { fields, read } = momentReaders[basis];
  return {
    fields,
    holds: (order) =>
      read(order).some(({ at, recordedAt }) => {
        const moment = period.byRecording ? recordedAt : at;
        return moment >= first && moment < end;
      }),
  };
};

/** Tests the creation, if that is the day that counts; otherwise always true. */
export const createCreationTest = (period: DatedPeriod): ((createdAt: string) => boolean) =>
  getBasis(period) === DateBasis.created ? createPeriodTest(period) : () => true;

const extraTerms: Partial<Record<DateBasis, string>> = {
  [DateBasis.fulfilled]: "fulfillment_status:fulfilled",
  [DateBasis.canceled]: "status:cancelled",
};

/**
 * Builds the search for a period. Whatever happens to an order changes it, so it was updated since the start; it
 * was placed before the end. Changes after the end must not hide it, so `updated_at` has no upper bound. `exact`: the
 * search finds exactly the period's orders.
 */
export const buildDateQuery = (period: DatedPeriod): { query: string; exact: boolean } => {
  const basis = getBasis(period);
  if (basis === DateBasis.created || period.from === null)
    return { query: buildNativeOrdersQuery(period), exact: true };
  const [from, to] = [period.from, period.to].map((instant) => `'${ceilToIsoSeconds(Date.parse(instant))}'`);
  if (basis === DateBasis.processed && !period.byRecording)
    return { query: `processed_at:>=${from} processed_at:<${to}`, exact: true };
  const placed = `(created_at:<${to} OR processed_at:<${to})`;
  return { query: [`updated_at:>=${from}`, placed, extraTerms[basis]].filter(Boolean).join(" "), exact: false };
};

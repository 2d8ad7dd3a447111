import type { DateTime } from "luxon";
import { toLocalTime } from "../dates/local-time.ts";
import { periodDays } from "../dates/period-days.ts";
import { DateBasis } from "../enumerations.ts";
import { type DatedPeriod, getBasis } from "../orders/date-basis.ts";
import type { Order } from "../orders/order.ts";
import { type Moment, momentReaders } from "../orders/order-moments.ts";
import { joinList } from "../text/join-list.ts";

/** Words for each date that counts: for an order that has it, and for one that hasn't. */
const verbs: Readonly<Record<DateBasis, readonly [done: string, never: string]>> = {
  [DateBasis.created]: ["it was created", "it has no creation date"],
  [DateBasis.processed]: ["it was processed", "it hasn't been processed"],
  [DateBasis.paid]: ["it was paid", "it hasn't been paid in full"],
  [DateBasis.fulfilled]: ["it was fulfilled", "it hasn't been fulfilled"],
  [DateBasis.shipped]: ["it was shipped", "it hasn't been shipped"],
  [DateBasis.refunded]: ["it was refunded", "it hasn't been refunded"],
  [DateBasis.canceled]: ["it was canceled", "it hasn't been canceled"],
  [DateBasis.changed]: ["it was last changed", "it has no date of a change"],
};

/** Moments that a sentence names. */
const maxNamed = 4;

type Words = {
  zone: string;
  /** ISO UTC; days of its year have no year. */
  now: string;
  /** `the date range is`. */
  covers: string;
};

const isDayStart = (time: DateTime): boolean => time.equals(time.startOf("day"));

const formatDays = (first: DateTime | null, last: DateTime, day: string): string => {
  if (first === null) return `everything up to ${last.toFormat(day)}`;
  if (first.hasSame(last, "day")) return last.toFormat(day);
  return `${first.toFormat(first.hasSame(last, "month") ? "d" : day)} – ${last.toFormat(day)}`;
};

/** Slots of automated reports may begin at any hour. */
const formatTimes = (from: DateTime | null, to: DateTime, time: string): string => {
  if (from === null) return `everything before ${to.toFormat(time)}`;
  return `${from.toFormat(time)} – ${to.toFormat(from.hasSame(to, "day") ? "HH:mm" : time)}`;
};

/** `it was paid on 3 Nov`, or `it was paid on 3 Nov (recorded on 5 Nov)` if the recording counts. */
const describeMoments = (
  [done, never]: readonly [string, string],
  moments: readonly Moment[],
  byRecording: boolean,
  format: (at: number) => string,
): string => {
  if (moments.length === 0) return never;
  const latest = moments.toSorted((one, other) => one.at - other.at).slice(-maxNamed);
  const days = latest.map(({ at, recordedAt }) =>
    byRecording && format(at) !== format(recordedAt) ? `${format(at)} (recorded on ${format(recordedAt)})` : format(at),
  );
  return `${done} on ${joinList([...new Set(days)])}`;
};

/**
 * Says why an order isn't in a period: `it was created on 3 Nov, and the date range is 10 – 16 Nov`. With times of day
 * only if the days alone would not tell.
 * @throws {UnknownTimezone}
 */
export const describePeriodMiss = (period: DatedPeriod, order: Order, { zone, now, covers }: Words): string => {
  const basis = getBasis(period);
  const byRecording = period.byRecording ?? false;
  const moments = momentReaders[basis].read(order);
  const local = (instant: string | number) => toLocalTime(new Date(instant), zone).setLocale("en-GB");
  const days = periodDays(period, zone);
  const [first, last] = [days.first?.setLocale("en-GB") ?? null, days.last.setLocale("en-GB")];
  const counted = moments.map(({ at, recordedAt }) => local(byRecording ? recordedAt : at));
  const isWithinDays = counted.some(
    (time) => (first === null || time >= first.startOf("day")) && time <= last.endOf("day"),
  );
  const from = period.from === null ? null : local(period.from);
  const years = [...counted, ...(first ? [first] : []), last].map(({ year }) => year);
  const day = years.every((year) => year === local(now).year) ? "d LLL" : "d LLL yyyy";
  const hasTimes = isWithinDays || (from !== null && !isDayStart(from));
  const pattern = hasTimes ? `${day}, HH:mm` : day;
  const range = hasTimes ? formatTimes(from, local(period.to), pattern) : formatDays(first, last, pattern);
  const own = describeMoments(verbs[basis], moments, byRecording, (at) => local(at).toFormat(pattern));
  return `${own}, and ${covers} ${range}`;
};

import type { DateTime } from "luxon";
import { toLocalTime } from "../dates/local-time.ts";

/** `from` and `to`: each end by itself. */
export type PeriodText = { period: string; from: string; to: string };

const day = "d LLL yyyy";
const moment = "d LLL yyyy, h:mm a";
const isMidnight = (time: DateTime): boolean => time.equals(time.startOf("day"));
const formatTime = (time: DateTime, format: string): string => time.toFormat(format, { locale: "en" });

const formatDays = (first: DateTime, last: DateTime): string => {
  if (first.hasSame(last, "day")) return formatTime(last, day);
  if (first.hasSame(last, "month")) return `${formatTime(first, "d")} to ${formatTime(last, day)}`;
  return `${formatTime(first, first.hasSame(last, "year") ? "d LLL" : day)} to ${formatTime(last, day)}`;
};

/**
 * Describes a period (ISO UTC, half open) in the shop's zone: whole days by their days, the last one included ("16 to
 * 22 Nov 2026"), others with times ("22 Nov 2026, 2:00 PM to 3:00 PM").
 * @throws {UnknownTimezone}
 */
export const describePeriod = (period: { from: string; to: string }, zone: string): PeriodText => {
  const from = toLocalTime(period.from, zone);
  const to = toLocalTime(period.to, zone);
  if (isMidnight(from) && isMidnight(to) && from < to) {
    const last = to.minus({ days: 1 });
    return { period: formatDays(from, last), from: formatTime(from, day), to: formatTime(last, day) };
  }
  const end = formatTime(to, moment);
  const begin = formatTime(from, moment);
  return { period: `${begin} to ${from.hasSame(to, "day") ? formatTime(to, "h:mm a") : end}`, from: begin, to: end };
};

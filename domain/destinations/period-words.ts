import type { DateTime } from "luxon";
import { localTime } from "../dates/local-time.ts";

/** Period of a report in words; `from` and `to`: each end by itself. */
export type PeriodWords = { period: string; from: string; to: string };

const day = "d LLL yyyy";
const moment = "d LLL yyyy, h:mm a";
const isMidnight = (time: DateTime): boolean => time.equals(time.startOf("day"));
const said = (time: DateTime, format: string): string => time.toFormat(format, { locale: "en" });

const daysSaid = (first: DateTime, last: DateTime): string => {
  if (first.hasSame(last, "day")) return said(last, day);
  if (first.hasSame(last, "month")) return `${said(first, "d")} to ${said(last, day)}`;
  return `${said(first, first.hasSame(last, "year") ? "d LLL" : day)} to ${said(last, day)}`;
};

/**
 * A period (ISO UTC instants, half open) in words, in the shop's zone. Whole days: as days, the last one inclusive ("16
 * to 22 Nov 2026"). Others: with times ("22 Nov 2026, 2:00 PM to 3:00 PM").
 * @throws {UnknownTimezone}
 */
export const periodWords = (period: { from: string; to: string }, zone: string): PeriodWords => {
  const from = localTime(period.from, zone);
  const to = localTime(period.to, zone);
  if (isMidnight(from) && isMidnight(to) && from < to) {
    const last = to.minus({ days: 1 });
    return { period: daysSaid(from, last), from: said(from, day), to: said(last, day) };
  }
  const end = said(to, moment);
  const begin = said(from, moment);
  return { period: `${begin} to ${from.hasSame(to, "day") ? said(to, "h:mm a") : end}`, from: begin, to: end };
};

import { DateTime } from "luxon";
import { createLocalClock } from "./local-clock.ts";
import { toLocalTime } from "./local-time.ts";

const padTwo = (n: number): string => (n < 10 ? `0${n}` : `${n}`);

const formatParts = (userDateFormat: number, year: string, month: string, day: string): string => {
  if (userDateFormat === 1) return `${day}/${month}/${year}`;
  if (userDateFormat === 2) return `${month}/${day}/${year}`;
  return `${year}/${month}/${day}`;
};

const dayMs = 86_400_000;

const formatLocalDay = (local: Date, userDateFormat: number): string => {
  const year = `${local.getUTCFullYear()}`.padStart(4, "0");
  return formatParts(userDateFormat, year, padTwo(local.getUTCMonth() + 1), padTwo(local.getUTCDate()));
};

/**
 * Formats instants for files: the day in the chosen format and ` HH:mm`, in the shop's zone. `userDateFormat`: 0
 * YYYY/MM/DD, 1 DD/MM/YYYY, 2 MM/DD/YYYY (S-2.3); unknown numbers count as 0.
 * @throws {UnknownTimezone}
 */
export const createInstantFormatter = (zone: string, userDateFormat: number): ((instant: string) => string) => {
  const clock = createLocalClock(zone);
  // Rows are sorted by date, so most instants share the previous day.
  let lastDay = Number.NaN;
  let dayText = "";
  return (instant) => {
    const local = clock(Date.parse(instant));
    const day = Math.floor(local / dayMs);
    if (day !== lastDay) {
      dayText = formatLocalDay(new Date(local), userDateFormat);
      lastDay = day;
    }
    const minutes = Math.floor((local - day * dayMs) / 60_000);
    const hours = Math.floor(minutes / 60);
    return `${dayText} ${padTwo(hours)}:${padTwo(minutes - hours * 60)}`;
  };
};

/** Formats a day for files. `day`: `YYYY-MM-DD`. */
export const formatDay = (day: string, userDateFormat: number): string => {
  const [year = "", month = "", date = ""] = day.split("-");
  return formatParts(userDateFormat, year, month, date);
};

/**
 * Local time in whole seconds: `2026-11-20T16:05:59+02:00`.
 * @throws {UnknownTimezone}
 */
export const withOffset = (instant: string, zone: string): string =>
  toLocalTime(instant, zone).toFormat("yyyy-LL-dd'T'HH:mm:ssZZ");

/** Time in a file name, `2026-11-20 140559`. */
export const fileNameMoment = (instant: string, zone: string): string =>
  DateTime.fromISO(instant, { zone }).toFormat("yyyy-LL-dd HHmmss");

/** Slot in a file name, `2026-11-20 1405`. */
export const slotMoment = (slot: string, zone: string): string => toLocalTime(slot, zone).toFormat("yyyy-LL-dd HHmm");

/** UTC offset: `-0500`. */
export const formatOffset = (instant: string, zone: string): string => toLocalTime(instant, zone).toFormat("ZZZ");

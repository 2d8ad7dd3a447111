import { DateTime } from "luxon";
import { currentDayForm } from "./day-form.ts";

/** Formats a day for screens: `2026/11/20`. */
export const formatDay = (day: DateTime): string => day.toFormat(currentDayForm());

/** Formats a time for screens, in its own zone: `2026/11/20 14:05`. */
export const formatMoment = (at: DateTime, { seconds = false } = {}): string =>
  `${formatDay(at)} ${at.toFormat(seconds ? "HH:mm:ss" : "HH:mm")}`;

/** Formats an instant in the shop's zone for screens: `2026/11/20 14:05`. */
export const formatInstant = (instant: string, timeZone: string): string =>
  formatMoment(DateTime.fromISO(instant, { zone: timeZone }));

/** Formats the day of an instant in the shop's zone for screens: `2026/11/20`. */
export const formatDayOf = (instant: string, timeZone: string): string =>
  formatDay(DateTime.fromISO(instant, { zone: timeZone }));

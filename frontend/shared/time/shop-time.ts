import { DateTime } from "luxon";

/** S-2.3: luxon's forms of `userDateFormat` 0, 1 and 2. */
const dayForms = ["yyyy/LL/dd", "dd/LL/yyyy", "LL/dd/yyyy"] as const;

let dayForm: string = dayForms[0];

/**
 * Takes over the shop's date format, as every page of a browser shows one shop. 0 YYYY/MM/DD, 1 DD/MM/YYYY, 2
 * MM/DD/YYYY; absent or unknown counts as 0.
 */
export const setDateFormat = (userDateFormat: number | undefined): void => {
  dayForm = dayForms[userDateFormat ?? 0] ?? dayForms[0];
};

/** Returns luxon's form of days in the shop's date format, for fields: `yyyy/LL/dd`. */
export const currentDayForm = (): string => dayForm;

/** Formats a day for screens: `2026/11/20`. */
export const formatDay = (day: DateTime): string => day.toFormat(dayForm);

/** Formats a time for screens: `2026/11/20 14:05`. It is in its own zone. */
export const formatMoment = (at: DateTime, { seconds = false } = {}): string =>
  `${formatDay(at)} ${at.toFormat(seconds ? "HH:mm:ss" : "HH:mm")}`;

/** Formats an instant in the shop's zone for screens: `2026/11/20 14:05`. */
export const formatInstant = (instant: string, timeZone: string): string =>
  formatMoment(DateTime.fromISO(instant, { zone: timeZone }));

/** Formats the day of an instant in the shop's zone for screens: `2026/11/20`. */
export const formatDayOf = (instant: string, timeZone: string): string =>
  formatDay(DateTime.fromISO(instant, { zone: timeZone }));

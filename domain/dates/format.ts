import { DateTime } from "luxon";

/** Preferences.UserDateFormat (part 2 section 3): 0 YYYY/MM/DD, 1 DD/MM/YYYY, 2 MM/DD/YYYY. */
const dayFormats = ["yyyy/LL/dd", "dd/LL/yyyy", "LL/dd/yyyy"] as const;

/**
 * Writes instants as files show them: the day in the chosen format and ` HH:mm`, in the shop's zone (decision 31).
 * An unknown format number counts as 0.
 */
export const instantFormatter = (zone: string, userDateFormat: number): ((instant: string) => string) => {
  const format = `${dayFormats[userDateFormat] ?? dayFormats[0]} HH:mm`;
  return (instant) => DateTime.fromISO(instant, { zone }).toFormat(format);
};

/** The local part of a file name, `2026-11-20 1405` (decision 34). */
export const fileNameMoment = (instant: string, zone: string): string =>
  DateTime.fromISO(instant, { zone }).toFormat("yyyy-LL-dd HHmm");

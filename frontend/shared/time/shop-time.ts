import { DateTime } from "luxon";

/** In the shop's zone, for screens: `2026/11/20 14:05`. */
export const formatInstant = (instant: string, timeZone: string): string =>
  DateTime.fromISO(instant, { zone: timeZone }).toFormat("yyyy/LL/dd HH:mm");

import { DateTime } from "luxon";

/** True if a planned instant (ISO) has come. */
export const isDue = (instant: string | null, now: DateTime): boolean =>
  instant !== null && DateTime.fromISO(instant) <= now;

import { createLocalClock } from "./local-clock.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const epoch = Date.UTC(1899, 11, 30);
/** Excel treats 1900 as a leap year, so its earlier days are off by one. */
const firstDate = Date.UTC(1900, 2, 1);
const endOfDates = Date.UTC(10_000, 0, 1);

/**
 * Converts instants to days since Excel's epoch, in whole minutes like the other formats; null if Excel has no such
 * date.
 * @throws {UnknownTimezone}
 */
export const createDateSerializer = (zone: string): ((instant: string) => string | null) => {
  const clock = createLocalClock(zone);
  return (instant) => {
    const local = Math.floor(clock(Date.parse(instant)) / minute) * minute;
    return local >= firstDate && local < endOfDates ? String((local - epoch) / day) : null;
  };
};

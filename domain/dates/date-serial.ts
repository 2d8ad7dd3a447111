import { localClock } from "./local-clock.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const epoch = Date.UTC(1899, 11, 30);
/** Excel takes 1900 for a leap year: before 1 March of it, its days are one off; before 1900 it has none. */
const first = Date.UTC(1900, 2, 1);
const end = Date.UTC(10_000, 0, 1);

/**
 * What the clocks of a zone show at an instant, as days since Excel's epoch, in whole minutes like the other formats; null
 * where Excel has no date.
 * @throws {UnknownTimezone}
 */
export const dateSerial = (zone: string): ((instant: string) => string | null) => {
  const clock = localClock(zone);
  return (instant) => {
    const local = Math.floor(clock(Date.parse(instant)) / minute) * minute;
    return local >= first && local < end ? String((local - epoch) / day) : null;
  };
};

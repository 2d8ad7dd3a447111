import { IANAZone } from "luxon";
import { UnknownTimezone } from "./local-time.ts";

const quarterHour = 15 * 60_000;

/**
 * What clocks of a zone show: an instant (ms) as the ms that UTC would call by the same day and time; NaN stays NaN.
 * @throws {UnknownTimezone}
 */
export const localClock = (zone: string): ((moment: number) => number) => {
  const place = IANAZone.create(zone);
  if (!place.isValid) throw new UnknownTimezone(zone);
  const offsets = new Map<number, number>();
  // Asking for an offset is most of the cost, and no zone changes its own within a quarter of an hour.
  return (moment) => {
    const quarter = Math.floor(moment / quarterHour);
    const known = offsets.get(quarter);
    if (known !== undefined) return moment + known;
    if (offsets.size > 5_000) offsets.clear();
    const offset = place.offset(moment) * 60_000;
    offsets.set(quarter, offset);
    return moment + offset;
  };
};

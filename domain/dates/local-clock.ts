import { IANAZone } from "luxon";
import { memoize } from "../core/memoize.ts";
import { UnknownTimezone } from "./local-time.ts";

const quarterHour = 15 * 60_000;
const day = 24 * 60 * 60_000;

/**
 * Converts an instant (ms) to local time as if it were UTC (ms). NaN stays NaN.
 * @throws {UnknownTimezone}
 */
export const createLocalClock = (zone: string): ((moment: number) => number) => {
  const ianaZone = IANAZone.create(zone);
  if (!ianaZone.isValid) throw new UnknownTimezone(zone);
  // Looking up an offset is most of the cost. No zone changes its offset within a quarter of an hour, or twice in a
  // day.
  const ofQuarter = memoize((quarter: number) => ianaZone.offset(quarter * quarterHour) * 60_000);
  const ofDay = memoize((begun: number) => {
    const [start, end] = [begun, begun + 1].map((at) => ofQuarter((at * day) / quarterHour));
    return start === end ? start : undefined;
  });
  return (moment) => {
    if (Number.isNaN(moment)) return moment;
    return moment + (ofDay(Math.floor(moment / day)) ?? ofQuarter(Math.floor(moment / quarterHour)));
  };
};

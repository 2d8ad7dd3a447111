import { DateTime } from "luxon";
import { knownZone } from "./known-zone.ts";

/** A zone, and since when it holds, ISO UTC. */
type ZoneSince = { zone: string; since: string };

const minute = 60_000;
/** Clocks are put back by an hour, in Lord Howe by half of one. */
const putBack = [-60, -30, 0, 30, 60];

/** The instants at which clocks of a zone show a time, to the minute (ms). */
const showing = (shown: string, zone: string): number[] => {
  const about = DateTime.fromFormat(shown, format, { zone }).toMillis();
  return putBack.map((by) => about + by * minute).filter((at) => shownAt(at, zone) === shown);
};
const format = "yyyy-LL-dd HHmm";
const shownAt = (at: number, zone: string): string => DateTime.fromMillis(at, { zone }).toFormat(format);

/**
 * Whether a shop's clock showed the time of an instant at another one, so that two files would have the name of one time: in the hour for
 * which clocks are put back, and where the shop moved to another zone. `zone`: by which it is named; `zones`: all that the shop had, oldest first;
 * `until`: now, ISO UTC. Of its own zone only earlier instants count: what comes twice is planned once, at its first.
 */
export const wasShownBefore = (
  instant: string,
  { zone, zones, until }: { zone: string; zones: readonly ZoneSince[]; until: string },
): boolean => {
  const at = Date.parse(instant);
  const shown = shownAt(at, zone);
  return zones.some(({ zone: name }, n) => {
    const other = knownZone(name);
    const end = Math.min(Date.parse(until), Date.parse(zones[n + 1]?.since ?? until));
    const own = other === zone;
    return showing(shown, other).some((one) => Math.abs(one - at) >= minute && (own ? one < at : one <= end));
  });
};

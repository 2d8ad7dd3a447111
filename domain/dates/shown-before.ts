import { knownZone } from "./known-zone.ts";
import { zoneChanges } from "./zone-changes.ts";

/** A zone, and since when it holds, ISO UTC. */
type ZoneSince = { zone: string; since: string };

const minute = 60_000;
const day = 24 * 60 * minute;

/** What clocks of a zone show at an instant, to the minute; as if they showed UTC, ms. */
const shownAt = (at: number, zone: string): number => Math.floor((at + zoneChanges(zone).offset(at)) / minute) * minute;

/** The instants at which clocks of a zone begin to show a time (ms). By arithmetic, as it is asked of every run. */
const showing = (shown: number, zone: string): number[] => {
  const { offset, between } = zoneChanges(zone);
  const near = new Set([offset(shown - day), ...between(shown - day, shown + day).map(({ after }) => after)]);
  return [...near].map((ahead) => shown - ahead).filter((at) => shownAt(at, zone) === shown);
};

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

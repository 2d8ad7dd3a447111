import { resolveZone } from "./resolve-zone.ts";
import { zoneChanges } from "./zone-changes.ts";

/** `since`: start of validity, ISO UTC. */
type ZoneSince = { zone: string; since: string };

const minute = 60_000;
const day = 24 * 60 * minute;

/** Local time to the minute, as if it were UTC, ms. */
const localMinuteAt = (at: number, zone: string): number =>
  Math.floor((at + zoneChanges(zone).offset(at)) / minute) * minute;

/** Finds the instants (ms) when clocks show a time. Uses arithmetic, because every run needs it. */
const findInstantsShowing = (shown: number, zone: string): number[] => {
  const { offset, between } = zoneChanges(zone);
  const near = new Set([offset(shown - day), ...between(shown - day, shown + day).map(({ after }) => after)]);
  return [...near].map((ahead) => shown - ahead).filter((at) => localMinuteAt(at, zone) === shown);
};

/**
 * True if the shop's clock showed the time of this instant at another one too, so two files would get the same name:
 * clocks were set back or the shop changed its zone. `zone`: zone of the name. `zones`: the shop's zones, oldest first.
 * `until`: now, ISO UTC. In the shop's own zone only earlier instants count: a time that occurs twice is scheduled
 * once, at the first.
 */
export const isAmbiguousLocalTime = (
  instant: string,
  { zone, zones, until }: { zone: string; zones: readonly ZoneSince[]; until: string },
): boolean => {
  const at = Date.parse(instant);
  const shown = localMinuteAt(at, zone);
  return zones.some(({ zone: name }, n) => {
    const other = resolveZone(name);
    const end = Math.min(Date.parse(until), Date.parse(zones[n + 1]?.since ?? until));
    const own = other === zone;
    return findInstantsShowing(shown, other).some(
      (one) => Math.abs(one - at) >= minute && (own ? one < at : one <= end),
    );
  });
};

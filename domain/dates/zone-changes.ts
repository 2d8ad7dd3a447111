import { IANAZone } from "luxon";
import { memoize } from "../core/memoize.ts";
import { UnknownTimezone } from "./local-time.ts";

const day = 24 * 60 * 60_000;

/** UTC offsets around the instant `at`, ms. Includes changes of zone rules. */
type ZoneChange = { at: number; before: number; after: number };

export type ZoneChanges = {
  /** UTC offset at an instant, ms. */
  offset: (instant: number) => number;
  /** Lists changes in [from, to), in order. */
  between: (from: number, to: number) => ZoneChange[];
};

/**
 * Finds changes. Scans each year once, day by day, and would miss a change reverted within a day; none ever happened.
 * @throws {UnknownTimezone}
 */
export const zoneChanges: (zone: string) => ZoneChanges = memoize((zone: string) => {
  const ianaZone = IANAZone.create(zone);
  if (!ianaZone.isValid) throw new UnknownTimezone(zone);
  const offsetOf = (instant: number): number => ianaZone.offset(instant) * 60_000;
  const ofYear = memoize((year: number) => {
    const begun = Date.UTC(year, 0, 1);
    return { start: offsetOf(begun - 1), changes: changesOf(offsetOf, begun - 1, Date.UTC(year + 1, 0, 1) - 1) };
  });
  return {
    offset: (instant) => {
      const { start, changes } = ofYear(new Date(instant).getUTCFullYear());
      return changes.findLast(({ at }) => at <= instant)?.after ?? start;
    },
    between: (from, to) => {
      const found: ZoneChange[] = [];
      const last = new Date(to).getUTCFullYear();
      for (let year = new Date(from).getUTCFullYear(); year <= last; year += 1) {
        for (const change of ofYear(year).changes) if (change.at >= from && change.at < to) found.push(change);
      }
      return found;
    },
  };
});

/** Finds changes after `start`, up to and including `end`. */
const changesOf = (offsetOf: (instant: number) => number, start: number, end: number): ZoneChange[] => {
  const changes: ZoneChange[] = [];
  let searchedUntil = start;
  let previousOffset = offsetOf(start);
  for (let next = Math.min(searchedUntil + day, end); searchedUntil < end; next = Math.min(searchedUntil + day, end)) {
    const offset = offsetOf(next);
    if (offset !== previousOffset) {
      next = bisect((instant) => offsetOf(instant) !== previousOffset, searchedUntil, next);
      changes.push({ at: next, before: previousOffset, after: offsetOf(next) });
      previousOffset = offsetOf(next);
    }
    searchedUntil = next;
  }
  return changes;
};

/** First instant at which `holds` is true. It is false at `without` and true at `within`. */
const bisect = (holds: (instant: number) => boolean, without: number, within: number): number => {
  let [low, high] = [without, within];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
};

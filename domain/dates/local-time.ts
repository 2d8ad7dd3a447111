import { DateTime } from "luxon";
import { memoize } from "../core/memoize.ts";

/** Rounds up to `2026-11-20T12:05:00Z`; why: see `buildNativeOrdersQuery`. */
export const ceilToIsoSeconds = (milliseconds: number): string => isoSeconds(Math.ceil(milliseconds / 1000) * 1000);

/** Rounds down to whole seconds. */
export const floorToIsoSeconds = (milliseconds: number): string => isoSeconds(Math.floor(milliseconds / 1000) * 1000);

/** Cached, because one-minute slots share few instants. */
const isoSeconds = memoize((milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace(".000Z", "Z"),
);

/** Clock changes are multiples of half an hour. */
const clockChangeStep = { minutes: 30 };

/**
 * Start of a day: the first instant after the gap if a clock change skips midnight; the first midnight if there are
 * two. Days have 23 to 25 hours, so never add 24 hours.
 */
export const startOfLocalDay = (day: DateTime): DateTime => {
  let start = day.startOf("day");
  // Compares displayed dates, because luxon's days start at the second midnight.
  const date = start.toISODate();
  for (
    let earlier = start.minus(clockChangeStep);
    earlier.toISODate() === date;
    earlier = earlier.minus(clockChangeStep)
  )
    start = earlier;
  return start;
};

/** `2026-10-01`. */
export const formatIsoDay = (day: DateTime): string => String(day.toISODate());

/** Reports of one minute share few instants, and zone rules are slow to look up. */
const maxCached = 1_000;
const localTimeCache = new Map<string, DateTime>();

/**
 * Converts an instant to a shop's zone. Cached.
 * @throws {UnknownTimezone}
 */
export const toLocalTime = (instant: Date | string, zone: string): DateTime => {
  const name = `${zone} ${typeof instant === "string" ? instant : instant.getTime()}`;
  const known = localTimeCache.get(name);
  if (known) return known;
  const local = readLocalTime(instant, zone);
  if (localTimeCache.size >= maxCached) localTimeCache.clear();
  localTimeCache.set(name, local);
  return local;
};

const readLocalTime = (instant: Date | string, zone: string): DateTime => {
  const utc = typeof instant === "string" ? DateTime.fromISO(instant, { zone: "utc" }) : DateTime.fromJSDate(instant);
  const local = utc.setZone(zone);
  if (!local.isValid) throw new UnknownTimezone(zone);
  return local;
};

export class UnknownTimezone extends Error {
  override name = "UnknownTimezone";
  constructor(zone: string) {
    super(`The time zone '${zone}' is not known here. Correct the shop's time zone or update Node's time zone data.`);
  }
}

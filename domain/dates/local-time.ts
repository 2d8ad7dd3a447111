import { DateTime } from "luxon";
import { kept } from "../core/kept.ts";

/** UTC instant in whole seconds, `2026-11-20T12:05:00Z`; rounded up, see `nativeOrdersQuery`. */
export const isoSecondsUp = (milliseconds: number): string => isoSeconds(Math.ceil(milliseconds / 1000) * 1000);

/** UTC instant in whole seconds; the fraction is cut off. */
export const isoSecondsDown = (milliseconds: number): string => isoSeconds(Math.floor(milliseconds / 1000) * 1000);

/** Slots of one minute ask for the same few instants. */
const isoSeconds = kept((milliseconds: number): string => new Date(milliseconds).toISOString().replace(".000Z", "Z"));

/** Clock changes are of whole half hours. */
const step = { minutes: 30 };

/**
 * The first instant of a local day. Where a clock change skips midnight, the first instant after the gap; where one brings
 * midnight twice, the first of the two, as the day has that date from then on. Days have 23 to 25 hours, so nothing here ever adds
 * 24 hours.
 */
export const startOfLocalDay = (day: DateTime): DateTime => {
  let start = day.startOf("day");
  // By the date that clocks show: luxon's own days end where the second midnight begins.
  const date = start.toISODate();
  for (let earlier = start.minus(step); earlier.toISODate() === date; earlier = earlier.minus(step)) start = earlier;
  return start;
};

/** A local day as calendars write it, `2026-10-01`. */
export const isoDay = (day: DateTime): string => String(day.toISODate());

/** A hundred thousand reports of one minute ask for the same few instants, and the rules of a zone are slow to ask for. */
const mostRemembered = 1_000;
const remembered = new Map<string, DateTime>();

/**
 * An instant of now in a shop's zone.
 * @throws {UnknownTimezone}
 */
export const localTime = (instant: Date | string, zone: string): DateTime => {
  const name = `${zone} ${typeof instant === "string" ? instant : instant.getTime()}`;
  const known = remembered.get(name);
  if (known) return known;
  const local = readLocalTime(instant, zone);
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(name, local);
  return local;
};

const readLocalTime = (instant: Date | string, zone: string): DateTime => {
  const utc = typeof instant === "string" ? DateTime.fromISO(instant, { zone: "utc" }) : DateTime.fromJSDate(instant);
  const local = utc.setZone(zone);
  if (!local.isValid) throw new UnknownTimezone(zone);
  return local;
};

/** Thrown when a shop's time zone is none that the machine knows. */
export class UnknownTimezone extends Error {
  override name = "UnknownTimezone";
  constructor(zone: string) {
    super(`The time zone '${zone}' is not known here. Correct the shop's time zone or update Node's time zone data.`);
  }
}

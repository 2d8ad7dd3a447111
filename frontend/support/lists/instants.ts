import { DateTime } from "luxon";

const form = "d LLL yyyy, h:mm:ss a";
const inZone = (instant: string, zone: string): string =>
  DateTime.fromISO(instant, { zone, locale: "en" }).toFormat(form);

/** An instant as every page of the console says it: `20 Nov 2026, 10:00:03 AM UTC`, wherever its reader and its shop are (ADR 95). */
export const instantSaid = (instant: string): string => `${inZone(instant, "utc")} UTC`;

/** The same by another clock, which is named: the reader's own. `zone`: IANA. */
export const instantIn = (instant: string, zone: string): string => `${inZone(instant, zone)} in your zone, ${zone}`;

/** The zone of the browser. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** As the browser's field of a day and a time has it. */
const fieldForm = "yyyy-MM-dd'T'HH:mm:ss";

/** An instant (ISO) in a field whose label says UTC. */
export const fieldOf = (instant: string): string => DateTime.fromISO(instant, { zone: "utc" }).toFormat(fieldForm);
/** What was typed there as an instant, ISO UTC; null of what is none. */
export const instantOfField = (text: string): string | null => DateTime.fromISO(text, { zone: "utc" }).toISO();

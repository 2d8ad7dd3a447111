import { DateTime } from "luxon";

const form = "d LLL yyyy, h:mm:ss a";
const inZone = (instant: string, zone: string): string =>
  DateTime.fromISO(instant, { zone, locale: "en" }).toFormat(form);

/** Formats an instant as `20 Nov 2026, 10:00:03 AM UTC`, wherever reader and shop are (ADR 95). */
export const formatInstantUtc = (instant: string): string => `${inZone(instant, "utc")} UTC`;

/** Formats an instant in the reader's own zone, with its name. `zone`: IANA. */
export const formatInstantIn = (instant: string, zone: string): string =>
  `${inZone(instant, zone)} in your zone, ${zone}`;

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Format of the browser's date and time input. */
const fieldForm = "yyyy-MM-dd'T'HH:mm:ss";

/** Formats an ISO instant for a field labeled UTC. */
export const toInputValue = (instant: string): string => DateTime.fromISO(instant, { zone: "utc" }).toFormat(fieldForm);
/** Parses a field labeled UTC to ISO UTC; null if invalid. */
export const instantOfField = (text: string): string | null => DateTime.fromISO(text, { zone: "utc" }).toISO();

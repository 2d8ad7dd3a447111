import { DateTime } from "luxon";

const form = "d LLL yyyy, h:mm:ss a";
const inZone = (instant: string, zone: string): string =>
  DateTime.fromISO(instant, { zone, locale: "en" }).toFormat(form);

/** `20 Nov 2026, 10:00:03 AM UTC`, wherever reader and shop are (ADR 95). */
export const formatInstantUtc = (instant: string): string => `${inZone(instant, "utc")} UTC`;

/** In the reader's own zone, with its name. `zone`: IANA. */
export const formatInstantIn = (instant: string, zone: string): string =>
  `${inZone(instant, zone)} in your zone, ${zone}`;

/** The browser's zone. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The browser's date and time input has this format. */
const fieldForm = "yyyy-MM-dd'T'HH:mm:ss";

/** For a field labeled UTC. `instant`: ISO. */
export const toInputValue = (instant: string): string => DateTime.fromISO(instant, { zone: "utc" }).toFormat(fieldForm);
/** Parses that field to ISO UTC; null if invalid. */
export const instantOfField = (text: string): string | null => DateTime.fromISO(text, { zone: "utc" }).toISO();

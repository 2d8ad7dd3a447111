import { IANAZone } from "luxon";

/**
 * Time zone for displaying and computing a shop's times: its own, or UTC if this machine's time zone data lacks it
 * (new, misspelt or dropped). A bad zone name never locks a shop out. Always read zones through this function; the
 * merchant is told by the account's `unknown_timezone`. Old names like `US/Pacific` are known.
 */
export const resolveZone = (zone: string): string => (IANAZone.create(zone).isValid ? zone : "UTC");

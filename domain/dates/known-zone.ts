import { IANAZone } from "luxon";

/**
 * The time zone that a shop's times are shown and counted in: its own, or UTC when this machine's time zone data does not have it, be
 * it new, misspelt or dropped since. A shop is never locked out for the name of its zone; whoever reads one asks here, and the merchant
 * is told (`unknown_timezone` of the account). Old names like `US/Pacific` are known.
 */
export const knownZone = (zone: string): string => (IANAZone.create(zone).isValid ? zone : "UTC");

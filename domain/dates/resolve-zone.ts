import { IANAZone } from "luxon";

/**
 * Returns UTC if this machine's time zone data lacks the shop's zone, so a bad name never locks a shop out. Always read
 * zones through this function. The account's `unknown_timezone` tells the merchant. Old names like `US/Pacific` are
 * known.
 */
export const resolveZone = (zone: string): string => (IANAZone.create(zone).isValid ? zone : "UTC");

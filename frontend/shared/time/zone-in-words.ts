/** A time zone as people read it: `America/New York`. */
export const zoneInWords = (zone: string): string => zone.replaceAll("_", " ");

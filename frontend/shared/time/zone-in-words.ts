/** A readable time zone: `America/New York`. */
export const zoneInWords = (zone: string): string => zone.replaceAll("_", " ");

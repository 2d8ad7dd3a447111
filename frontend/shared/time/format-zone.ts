/** Formats a zone's name: `America/New York`. */
export const formatZone = (zone: string): string => zone.replaceAll("_", " ");

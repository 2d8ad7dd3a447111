/** `America/New York`. */
export const formatZone = (zone: string): string => zone.replaceAll("_", " ");

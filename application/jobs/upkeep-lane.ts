/** The lane of every job of upkeep. */
export const upkeepLane = "upkeep";

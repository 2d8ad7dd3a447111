/** Lane of all maintenance jobs. */
export const upkeepLane = "upkeep";

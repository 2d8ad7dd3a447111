/** For all maintenance jobs. */
export const upkeepLane = "upkeep";

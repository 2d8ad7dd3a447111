export const upkeepLane = "upkeep";

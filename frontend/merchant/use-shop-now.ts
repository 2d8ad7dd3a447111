import { DateTime } from "luxon";
import { useEffect, useState } from "react";
import { useShopZone } from "./use-shop-zone.ts";

const tickEveryMs = 30_000;

/** The time in the shop's zone. A page open over midnight notices the new day within half a minute. */
export const useShopNow = (): DateTime => {
  const zone = useShopZone();
  const [, setDay] = useState("");
  const now = DateTime.now().setZone(zone);
  useEffect(() => {
    // Only a new day changes the page's content.
    const timer = setInterval(() => setDay(DateTime.now().setZone(zone).toISODate() ?? ""), tickEveryMs);
    return () => clearInterval(timer);
  }, [zone]);
  return now;
};

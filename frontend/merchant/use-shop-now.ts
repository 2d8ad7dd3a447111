import { DateTime } from "luxon";
import { useEffect, useState } from "react";
import { useShopZone } from "./use-shop-zone.ts";

const lookEveryMs = 30_000;

/** The present in the shop's time zone. A page that stays open over midnight learns of the new day within half a minute. */
export const useShopNow = (): DateTime => {
  const zone = useShopZone();
  const [, setDay] = useState("");
  const now = DateTime.now().setZone(zone);
  useEffect(() => {
    // Only a new day changes what is shown, so only a new day draws the page anew.
    const timer = setInterval(() => setDay(DateTime.now().setZone(zone).toISODate() ?? ""), lookEveryMs);
    return () => clearInterval(timer);
  }, [zone]);
  return now;
};

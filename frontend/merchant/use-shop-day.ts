import { useMemo } from "react";
import type { ShopDay } from "../shared/time/days-ago.ts";
import { useShopNow } from "./use-shop-now.ts";
import { useShopZone } from "./use-shop-zone.ts";

/** The shop's day: the same object until it is another day, so that lists are not drawn anew. */
export const useShopDay = (): ShopDay => {
  const zone = useShopZone();
  const today = useShopNow().toISODate() ?? "";
  return useMemo(() => ({ today, zone }), [today, zone]);
};

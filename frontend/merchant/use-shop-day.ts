import { useMemo } from "react";
import { currentDayForm } from "../shared/time/day-form.ts";
import type { ShopDay } from "../shared/time/describe-day.ts";
import { useShopNow } from "./use-shop-now.ts";
import { useShopZone } from "./use-shop-zone.ts";

/** Today in the shop's zone; the same object all day, so lists don't render again. */
export const useShopDay = (): ShopDay => {
  const zone = useShopZone();
  const today = useShopNow().toISODate() ?? "";
  const dayForm = currentDayForm();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another date format draws the lists again
  return useMemo(() => ({ today, zone }), [today, zone, dayForm]);
};

import { useMemo } from "react";
import type { FilterMoment } from "#domain/filters/compile/compiled.ts";
import { useShopNow } from "./use-shop-now.ts";

/** The moment that `date(…)` of a filter is said of: today in the shop's time zone. The same one all day. */
export const useFilterMoment = (): FilterMoment => {
  const now = useShopNow();
  const zone = now.zoneName ?? "UTC";
  const today = now.toISODate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day, other words
  return useMemo(() => ({ now: new Date().toISOString(), zone }), [zone, today]);
};

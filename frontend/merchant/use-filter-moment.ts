import { useMemo } from "react";
import type { FilterMoment } from "#domain/filters/compile/compiled.ts";
import { useShopNow } from "./use-shop-now.ts";

/** Today in the shop's zone, for a filter's `date(…)`. The same object all day. */
export const useFilterMoment = (): FilterMoment => {
  const now = useShopNow();
  const zone = now.zoneName ?? "UTC";
  const today = now.toISODate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day, other words
  return useMemo(() => ({ now: new Date().toISOString(), zone }), [zone, today]);
};

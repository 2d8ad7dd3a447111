import { OrderFilterView } from "#domain/enumerations.ts";
import type { FilterItem } from "#domain/wire/filters/filters.ts";
import { useRestrictions } from "../../use-restrictions.ts";

/** The merchant's own filters: what lists and quotas are about, the system's left out. */
export const ownFilters = <Item extends FilterItem>(filters: readonly Item[]): Item[] =>
  filters.filter(({ order_filter_view }) => order_filter_view === OrderFilterView.All);

/** Whether another filter would go over the quota (S-1.5). False while that is not known. */
export const useIsFull = (filters: readonly FilterItem[] | undefined, enabled = true): boolean => {
  const { data } = useRestrictions({ enabled });
  return filters !== undefined && data !== undefined && ownFilters(filters).length >= data.MaxFilters;
};

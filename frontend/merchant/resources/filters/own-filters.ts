import { OrderFilterView } from "#domain/enumerations.ts";
import type { FilterItem } from "#domain/wire/filters/filters.ts";
import { useRestrictions } from "../../use-restrictions.ts";

/** The merchant's own filters, which lists and quotas count; without system filters. */
export const withoutSystemFilters = <Item extends FilterItem>(filters: readonly Item[]): Item[] =>
  filters.filter(({ order_filter_view }) => order_filter_view === OrderFilterView.All);

/** True if another filter would exceed the quota (S-1.5). False while unknown. */
export const useHasReachedQuota = (filters: readonly FilterItem[] | undefined, enabled = true): boolean => {
  const { data } = useRestrictions({ enabled });
  return filters !== undefined && data !== undefined && withoutSystemFilters(filters).length >= data.MaxFilters;
};

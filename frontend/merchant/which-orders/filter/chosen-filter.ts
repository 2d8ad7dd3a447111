import { OrderFilterView } from "#domain/enumerations.ts";
import type { ListedFilter } from "#domain/wire/filters/filters.ts";
import { type EditableFilter, serializeConditions } from "../../resources/filters/editable-filter.ts";

/** The page's chosen filter, as far as known. `gone`: it no longer exists; its title if it was seen before. */
export type ChosenFilter =
  | { state: "none" }
  | { state: "loading" }
  | { state: "failed"; message: string; retry: () => void }
  | { state: "gone"; title: string | null }
  | { state: "known"; filter: EditableFilter };

/** The page's own system filter first, then the merchant's in order. `page`: the page's own view. */
export const offeredFilters = (filters: readonly ListedFilter[], page: OrderFilterView) => {
  const of = (view: OrderFilterView) =>
    filters
      .filter(({ order_filter_view }) => order_filter_view === view)
      .sort((one, other) => one.ordering - other.ordering);
  return { system: of(page), own: of(OrderFilterView.All) };
};

/** Comparable text of the conditions that decide counts and lists of orders; `loading` while unknown. */
export const conditionsKey = (chosen: ChosenFilter): string =>
  chosen.state === "known" ? serializeConditions(chosen.filter.fields) : chosen.state;

import { OrderFilterView } from "#domain/enumerations.ts";
import type { ListedFilter } from "#domain/wire/filters/filters.ts";
import { conditionsText, type FilterOnPage } from "../../resources/filters/filter-on-page.ts";

/** What is known of the filter that the page names. `gone`: there is no such filter any more; its title when it was seen before. */
export type ChosenFilter =
  | { state: "none" }
  | { state: "loading" }
  | { state: "failed"; message: string; retry: () => void }
  | { state: "gone"; title: string | null }
  | { state: "known"; filter: FilterOnPage };

/** What a page offers: its own system filter first, then the merchant's in their order. `page`: the view of its own. */
export const offeredFilters = (filters: readonly ListedFilter[], page: OrderFilterView) => {
  const of = (view: OrderFilterView) =>
    filters
      .filter(({ order_filter_view }) => order_filter_view === view)
      .sort((one, other) => one.ordering - other.ordering);
  return { system: of(page), own: of(OrderFilterView.All) };
};

/** What of a filter a count and a list of orders depend on, to be compared; `loading` while nobody knows. */
export const conditionsKey = (chosen: ChosenFilter): string =>
  chosen.state === "known" ? conditionsText(chosen.filter.fields) : chosen.state;

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { OrderFilterView } from "#domain/enumerations.ts";
import { getErrorMessage } from "../../../shared/api/api-error.ts";
import { filterTabs } from "../../../shared/events/filter-tabs.ts";
import { filtersChanged } from "../../../shared/events/filters-changed.ts";
import { isGone } from "../../../shared/saving/refusals.ts";
import { filterKey, filtersKey } from "../../resources/filters/keys.ts";
import { useFilter } from "../../resources/filters/use-filter.ts";
import type { FilterList } from "../../resources/filters/use-filter-list.ts";
import { useWhichPage } from "../which-page.ts";
import type { ChosenFilter } from "./chosen-filter.ts";

/** Reloads list and filter after a filter was changed here (S-1.4) or in another tab. */
const useFilterChanges = (page: OrderFilterView): void => {
  const client = useQueryClient();
  useEffect(() => {
    const readAgain = (filterId: string) => {
      void client.invalidateQueries({ queryKey: filtersKey, exact: true });
      void client.invalidateQueries({ queryKey: filterKey(filterId) });
    };
    const stopChanges = filtersChanged.listen(({ filterId, view }) => {
      if (view === page) readAgain(filterId);
    });
    const stopTabs = filterTabs.listen(({ filterId }) => readAgain(filterId));
    return () => {
      stopChanges();
      stopTabs();
    };
  }, [client, page]);
};

/** Reads the whole filter. It is gone if it can't be read, or if this page's list lacks it. */
export const useChosenFilter = (id: string | null, list: FilterList): ChosenFilter => {
  useFilterChanges(useWhichPage().view);
  const { data, error, isPending, isError, refetch } = useFilter(id, { watches: true });
  if (id === null) return { state: "none" };
  const isMissing = list.isFetchedAfterMount && list.data !== undefined && !list.data.some((one) => one.id === id);
  if (isMissing || isGone(error)) return { state: "gone", title: data?.data.fields.title ?? null };
  if (data !== undefined) return { state: "known", filter: data.data };
  if (isPending || !isError) return { state: "loading" };
  return { state: "failed", message: getErrorMessage(error), retry: () => void refetch() };
};

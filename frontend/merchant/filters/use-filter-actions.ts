import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { OrderFilterView } from "#domain/enumerations.ts";
import { isSkipped } from "../../shared/api/api-error.ts";
import { filterEditorPath, paths } from "../../shared/navigation/paths.ts";
import { hasPage } from "../routes.tsx";
import { useServices } from "../services.tsx";
import { filterKey, filtersKey, unsavedFilterKey } from "./filter-keys.ts";
import type { FilterEditor } from "./use-filter-editor.ts";

/** Where the filters are listed; Reports as long as there is no such page. */
export const listPath = (): string => (hasPage(paths.manager) ? paths.manager : paths.reports);

/** Whether another filter would go over the quota; the system's own do not count (part 1 section 5). False while that is not known. */
const useIsFull = (enabled: boolean): boolean => {
  const { api } = useServices();
  const list = useQuery({ queryKey: filtersKey, queryFn: ({ signal }) => api.filters(signal), enabled });
  const limits = useQuery({ queryKey: ["restrictions"], queryFn: ({ signal }) => api.restrictions(signal), enabled });
  const own = list.data?.filter(({ order_filter_view }) => order_filter_view === OrderFilterView.All).length;
  return own !== undefined && limits.data !== undefined && own >= limits.data.MaxFilters;
};

/** Clone and Delete of the filter that is edited. `enabled`: it is one of the merchant's own. */
export const useFilterActions = (id: string, session: FilterEditor, enabled: boolean) => {
  const { api } = useServices();
  const client = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  /** Title of the automated report that keeps it from being deleted. */
  const [usedBy, setUsedBy] = useState<string | null>(null);
  const isFull = useIsFull(enabled);
  const failed = (sentence: string) => (error: unknown) => {
    if (!isSkipped(error)) notify(sentence, { type: "error" });
  };

  const clone = useMutation({
    mutationFn: async () => {
      // The clone is of what is on the screen.
      await session.settle();
      return api.cloneFilter(id);
    },
    onSuccess: (filter) => {
      void client.invalidateQueries({ queryKey: filtersKey });
      notify("The filter is cloned. This is the clone.", { type: "success" });
      void navigate(filterEditorPath(filter.id));
    },
    onError: failed("Cannot clone the filter"),
  });

  const remove = useMutation({
    mutationFn: () => api.deleteFilter(id),
    onSuccess: (answer) => {
      if (answer !== "ok") return setUsedBy(answer);
      session.close();
      client.removeQueries({ queryKey: unsavedFilterKey(id) });
      void client.invalidateQueries({ queryKey: filtersKey });
      notify("The filter is deleted", { type: "success" });
      void Promise.resolve(navigate(listPath())).then(() => client.removeQueries({ queryKey: filterKey(id) }));
    },
    onError: failed("Cannot delete the filter"),
  });

  return { isFull, clone, remove, usedBy, forgetUse: () => setUsedBy(null) };
};

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useNavigate } from "react-router-dom";
import { OrderFilterView } from "#domain/enumerations.ts";
import type { FilterItem } from "#domain/wire/filters.ts";
import { ApiError, isSkipped } from "../../../shared/api/api-error.ts";
import { filterEditorPath } from "../../../shared/navigation/paths.ts";
import { filtersKey } from "../../filters/filter-keys.ts";
import { useServices } from "../../services.tsx";
import { backToReports } from "./back-to-reports.ts";

/** Makes a filter, hands its id over and opens it in the editor. `isFull`: the quota has no room; false while that is not known. */
export const useCreateFilter = (filters: readonly FilterItem[] | undefined, onCreated: (id: string) => void) => {
  const { api } = useServices();
  const client = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  const limits = useQuery({ queryKey: ["restrictions"], queryFn: ({ signal }) => api.restrictions(signal) });
  const own = filters?.filter(({ order_filter_view }) => order_filter_view === OrderFilterView.All).length;
  const isFull = own !== undefined && limits.data !== undefined && own >= limits.data.MaxFilters;
  const create = useMutation({
    mutationFn: () => api.createFilter(),
    onSuccess: ({ id, title, ordering, order_filter_view }) => {
      client.setQueryData<FilterItem[]>(filtersKey, (known) =>
        known?.some((other) => other.id === id)
          ? known
          : [...(known ?? []), { id, title, ordering, order_filter_view }],
      );
      void client.invalidateQueries({ queryKey: filtersKey });
      onCreated(id);
      void navigate(filterEditorPath(id), backToReports);
    },
    onError: (error) => {
      if (isSkipped(error)) return;
      // A rule of the shop says itself why.
      const isRule = error instanceof ApiError && error.status === 200;
      notify(isRule ? error.message : "Cannot create a new filter", { type: "error" });
      void client.invalidateQueries({ queryKey: filtersKey });
      void client.invalidateQueries({ queryKey: ["restrictions"] });
    },
  });
  return { create, isFull };
};

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useNavigate } from "react-router-dom";
import type { FilterItem } from "#domain/wire/filters.ts";
import { isRule, isSkipped } from "../../../shared/api/api-error.ts";
import { filterEditorPath } from "../../../shared/navigation/paths.ts";
import { filtersKey } from "../../filters/filter-keys.ts";
import { useIsFull } from "../../filters/own-filters.ts";
import { filterWords } from "../../manager/words.ts";
import { useServices } from "../../services.tsx";
import { restrictionsKey } from "../../use-restrictions.ts";
import { backToReports } from "./back-to-reports.ts";

/** Makes a filter, hands its id over and opens it in the editor. `isFull`: the quota has no room; false while that is not known. */
export const useCreateFilter = (filters: readonly FilterItem[] | undefined, onCreated: (id: string) => void) => {
  const { api } = useServices();
  const client = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  const isFull = useIsFull(filters);
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
      notify(isRule(error) ? error.message : filterWords.cannotCreate, { type: "error" });
      void client.invalidateQueries({ queryKey: filtersKey });
      void client.invalidateQueries({ queryKey: restrictionsKey });
    },
  });
  return { create, isFull };
};

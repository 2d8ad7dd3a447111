import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import type { FilterItem } from "#domain/wire/filters/filters.ts";
import { isRule, isSkipped } from "../../../shared/api/api-error.ts";
import { useServices } from "../../services.tsx";
import { restrictionsKey } from "../../use-restrictions.ts";
import { filterItemFrom } from "./filter-on-page.ts";
import { filtersKey } from "./keys.ts";
import { useIsFull } from "./own-filters.ts";
import { filterWords } from "./words.ts";

/** Creates a filter and passes its id on. `isFull`: the quota is used up; false while unknown. */
export const useCreateFilter = (filters: readonly FilterItem[] | undefined, onCreated: (id: string) => void) => {
  const { api } = useServices();
  const client = useQueryClient();
  const notify = useNotify();
  const isFull = useIsFull(filters);
  const create = useMutation({
    mutationFn: (title: string | undefined) => api.createFilter(title),
    onSuccess: (filter) => {
      client.setQueryData<FilterItem[]>(filtersKey, (known) =>
        known?.some(({ id }) => id === filter.id) ? known : [...(known ?? []), filterItemFrom(filter)],
      );
      void client.invalidateQueries({ queryKey: filtersKey });
      onCreated(filter.id);
    },
    onError: (error) => {
      if (isSkipped(error)) return;
      // A business rule's message gives the reason.
      notify(isRule(error) ? error.message : filterWords.cannotCreate, { type: "error" });
      void client.invalidateQueries({ queryKey: filtersKey });
      void client.invalidateQueries({ queryKey: restrictionsKey });
    },
  });
  return { create, isFull };
};

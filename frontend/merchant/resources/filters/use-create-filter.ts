import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import type { FilterItem } from "#domain/wire/filters/filters.ts";
import { isRuleRefusal, isSkipped } from "../../../shared/api/api-error.ts";
import { useServices } from "../../services.tsx";
import { restrictionsKey } from "../../use-restrictions.ts";
import { filterItemFrom } from "./editable-filter.ts";
import { filtersKey } from "./keys.ts";
import { useHasReachedQuota } from "./own-filters.ts";
import { filterTexts } from "./texts.ts";

/** Creates a filter and passes its id on. `isFull`: the quota is used up; false while unknown. */
export const useCreateFilter = (filters: readonly FilterItem[] | undefined, onCreated: (id: string) => void) => {
  const { api } = useServices();
  const client = useQueryClient();
  const notify = useNotify();
  const isFull = useHasReachedQuota(filters);
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
      notify(isRuleRefusal(error) ? error.message : filterTexts.cannotCreate, { type: "error" });
      void client.invalidateQueries({ queryKey: filtersKey });
      void client.invalidateQueries({ queryKey: restrictionsKey });
    },
  });
  return { create, isFull };
};

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNotify } from "ra-core";
import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { isSkipped } from "../../shared/api/api-error.ts";
import { filterEditorPath, paths } from "../../shared/navigation/paths.ts";
import { filterKey, filtersKey } from "../resources/filters/keys.ts";
import { useIsFull } from "../resources/filters/own-filters.ts";
import { useFilterList } from "../resources/filters/use-filter-list.ts";
import { filterWords } from "../resources/filters/words.ts";
import { useServices } from "../services.tsx";
import type { FilterSession } from "./use-filter-editor.ts";

/** Clone and Delete of the filter that is edited. `enabled`: it is one of the merchant's own. */
export const useFilterActions = (id: string, session: FilterSession, enabled: boolean) => {
  const { api } = useServices();
  const client = useQueryClient();
  const notify = useNotify();
  const navigate = useNavigate();
  /** Title of the automated report that keeps it from being deleted. */
  const [usedBy, setUsedBy] = useState<string | null>(null);
  const list = useFilterList({ enabled });
  const isFull = useIsFull(list.data, enabled);
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
    onError: failed(filterWords.cannotClone),
  });

  const remove = useMutation({
    mutationFn: () => api.deleteFilter(id),
    onSuccess: (answer) => {
      if (answer !== "ok") return setUsedBy(answer);
      session.close();
      void client.invalidateQueries({ queryKey: filtersKey });
      notify(filterWords.deleted, { type: "success" });
      void Promise.resolve(navigate(paths.manager)).then(() => client.removeQueries({ queryKey: filterKey(id) }));
    },
    onError: failed(filterWords.cannotDelete),
  });

  return { isFull, clone, remove, usedBy, forgetUse: () => setUsedBy(null) };
};

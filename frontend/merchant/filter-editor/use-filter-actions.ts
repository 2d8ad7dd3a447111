import { filterEditorPath } from "../../shared/navigation/paths.ts";
import { useItemActions } from "../editing/use-item-actions.ts";
import { filterHistory } from "../resources/filters/history.ts";
import { filterKey } from "../resources/filters/keys.ts";
import { useHasReachedQuota } from "../resources/filters/own-filters.ts";
import { filterTexts } from "../resources/filters/texts.ts";
import { useFilterList } from "../resources/filters/use-filter-list.ts";
import { useServices } from "../services.tsx";
import type { FilterSession } from "./use-filter-editor.ts";

/** Clone and Delete. `enabled`: the filter is one of the merchant's own. */
export const useFilterActions = (
  { id, title }: { id: string; title: string },
  session: FilterSession,
  enabled: boolean,
) => {
  const { api } = useServices();
  const list = useFilterList({ enabled });
  const isFull = useHasReachedQuota(list.data, enabled);
  const actions = useItemActions({
    session,
    words: filterTexts,
    kind: filterHistory,
    id,
    title,
    ownKey: filterKey(id),
    clone: () => api.cloneFilter(id),
    remove: () => api.deleteFilter(id),
    toPath: filterEditorPath,
  });
  return { isFull, ...actions };
};

import { filterEditorPath } from "../../shared/navigation/paths.ts";
import { useThingActions } from "../editing/use-thing-actions.ts";
import { filterHistory } from "../resources/filters/history.ts";
import { filterKey } from "../resources/filters/keys.ts";
import { useIsFull } from "../resources/filters/own-filters.ts";
import { useFilterList } from "../resources/filters/use-filter-list.ts";
import { filterWords } from "../resources/filters/words.ts";
import { useServices } from "../services.tsx";
import type { FilterSession } from "./use-filter-editor.ts";

/** Clone and Delete for the edited filter. `enabled`: it is one of the merchant's own. */
export const useFilterActions = (
  { id, title }: { id: string; title: string },
  session: FilterSession,
  enabled: boolean,
) => {
  const { api } = useServices();
  const list = useFilterList({ enabled });
  const isFull = useIsFull(list.data, enabled);
  const actions = useThingActions({
    session,
    words: filterWords,
    kind: filterHistory,
    id,
    title,
    ownKey: filterKey(id),
    clone: () => api.cloneFilter(id),
    remove: () => api.deleteFilter(id),
    pathOf: filterEditorPath,
  });
  return { isFull, ...actions };
};

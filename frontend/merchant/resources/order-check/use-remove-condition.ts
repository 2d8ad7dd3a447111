import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { OrderFilterView } from "#domain/enumerations.ts";
import { conditionLines } from "#domain/filters/description/describe-filter.ts";
import { type ConditionField, type FilterFields, toConditions } from "#domain/filters/fields.ts";
import { getErrorMessage } from "../../../shared/api/api-error.ts";
import type { ApiResponse } from "../../../shared/api/http.ts";
import { filterTabs } from "../../../shared/events/filter-tabs.ts";
import { filtersChanged } from "../../../shared/events/filters-changed.ts";
import { useServices } from "../../services.tsx";
import { createEmptyCondition, type EditableFilter, serializeConditions } from "../filters/editable-filter.ts";
import { filterKey, filtersKey } from "../filters/keys.ts";
import type { RemoveCondition } from "./remove-condition.ts";

type Removed = { words: string; before: Partial<FilterFields> /** The conditions after the removal. */; left: string };

/** `Vendor (Product): Leaf`. */
export const describeCondition = (fields: FilterFields, field: ConditionField): string =>
  conditionLines(toConditions(fields)).find((one) => one.field === field)?.line ?? "one condition";

/** Removes conditions from a filter without an open editor: reads it, changes the one field, and notifies others. */
export const useRemoveCondition = (filter: EditableFilter): RemoveCondition => {
  const { api } = useServices();
  const client = useQueryClient();
  const [removed, setRemoved] = useState<Removed | null>(null);
  const change = useMutation({
    mutationFn: async (fields: Partial<FilterFields>) => {
      const loaded = await api.filter(filter.id, new AbortController().signal);
      const saved = await api.updateFilter(
        { ...loaded.data, fields: { ...loaded.data.fields, ...fields } },
        loaded.etag,
      );
      return { before: loaded.data.fields, saved };
    },
    onSuccess: ({ saved }) => {
      client.setQueryData<ApiResponse<EditableFilter>>(filterKey(filter.id), saved);
      void client.invalidateQueries({ queryKey: filtersKey });
      filtersChanged.emit({ filterId: filter.id, view: filter.view });
      filterTabs.notify({ filterId: filter.id });
    },
  });
  const isStill = removed !== null && removed.left === serializeConditions(filter.fields);
  return {
    remove: (field) =>
      change.mutate(
        { [field]: createEmptyCondition(field) },
        {
          onSuccess: ({ before: previousFields, saved }) =>
            setRemoved({
              words: describeCondition(previousFields, field),
              before: { [field]: previousFields[field] },
              left: serializeConditions(saved.data.fields),
            }),
        },
      ),
    undo: () => removed && change.mutate(removed.before, { onSuccess: () => setRemoved(null) }),
    removed: isStill ? removed.words : null,
    isBusy: change.isPending,
    failure: change.isError ? getErrorMessage(change.error) : null,
    isShared: filter.view === OrderFilterView.All,
  };
};

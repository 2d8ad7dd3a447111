import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { OrderFilterView } from "#domain/enumerations.ts";
import { type ConditionField, conditionsFromFields, type FilterFields } from "#domain/filters/fields.ts";
import { conditionLines } from "#domain/filters/words/describe.ts";
import { messageOf } from "../../../shared/api/api-error.ts";
import type { Answer } from "../../../shared/api/http.ts";
import { filterTabs } from "../../../shared/events/filter-tabs.ts";
import { filtersChanged } from "../../../shared/events/filters-changed.ts";
import { useServices } from "../../services.tsx";
import { conditionsText, type FilterOnPage, nothingAsked } from "../filters/filter-on-page.ts";
import { filterKey, filtersKey } from "../filters/keys.ts";
import type { RemoveCondition } from "./remove-condition.ts";

type Removed = { words: string; before: Partial<FilterFields> /** The conditions after it. */; left: string };

/** A filter's condition in words: `Vendor (Product): Leaf`. */
export const conditionWords = (fields: FilterFields, field: ConditionField): string =>
  conditionLines(conditionsFromFields(fields)).find((one) => one.field === field)?.line ?? "one condition";

/** Removes conditions from a filter without an open editor: reads it, changes the one field, and notifies others. */
export const useRemoveCondition = (filter: FilterOnPage): RemoveCondition => {
  const { api } = useServices();
  const client = useQueryClient();
  const [removed, setRemoved] = useState<Removed | null>(null);
  const change = useMutation({
    mutationFn: async (fields: Partial<FilterFields>) => {
      const read = await api.filter(filter.id, new AbortController().signal);
      const saved = await api.updateFilter({ ...read.data, fields: { ...read.data.fields, ...fields } }, read.etag);
      return { before: read.data.fields, saved };
    },
    onSuccess: ({ saved }) => {
      client.setQueryData<Answer<FilterOnPage>>(filterKey(filter.id), saved);
      void client.invalidateQueries({ queryKey: filtersKey });
      filtersChanged.emit({ filterId: filter.id, view: filter.view });
      filterTabs.tell({ filterId: filter.id });
    },
  });
  const isStill = removed !== null && removed.left === conditionsText(filter.fields);
  return {
    remove: (field) =>
      change.mutate(
        { [field]: nothingAsked(field) },
        {
          onSuccess: ({ before, saved }) =>
            setRemoved({
              words: conditionWords(before, field),
              before: { [field]: before[field] },
              left: conditionsText(saved.data.fields),
            }),
        },
      ),
    undo: () => removed && change.mutate(removed.before, { onSuccess: () => setRemoved(null) }),
    removed: isStill ? removed.words : null,
    isBusy: change.isPending,
    failure: change.isError ? messageOf(change.error) : null,
    isShared: filter.view === OrderFilterView.All,
  };
};

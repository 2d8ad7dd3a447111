import { useState } from "react";
import type { FilterFields } from "#domain/filters/fields.ts";
import { createEmptyCondition, serializeConditions } from "../resources/filters/editable-filter.ts";
import type { RemoveCondition } from "../resources/order-check/remove-condition.ts";
import { describeCondition } from "../resources/order-check/use-remove-condition.ts";
import type { FilterSession } from "./use-filter-editor.ts";

type Removed = { words: string; before: Partial<FilterFields> /** The conditions after it. */; left: string };

/** Removes conditions from the edited filter, as its fields do. */
export const useRemoveFromDraft = (session: FilterSession, draft: FilterFields): RemoveCondition => {
  const [removed, setRemoved] = useState<Removed | null>(null);
  return {
    remove: (field) => {
      const change = { [field]: createEmptyCondition(field) };
      const left = serializeConditions({ ...draft, ...change });
      setRemoved({ words: describeCondition(draft, field), before: { [field]: draft[field] }, left });
      session.change(change, "at-once");
    },
    undo: () => {
      if (removed) session.change(removed.before, "at-once");
      setRemoved(null);
    },
    removed: removed !== null && removed.left === serializeConditions(draft) ? removed.words : null,
    isBusy: false,
    failure: null,
    isShared: false,
  };
};

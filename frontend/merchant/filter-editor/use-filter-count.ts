import { useQuery } from "@tanstack/react-query";
import { jsonEqual } from "#domain/core/json-equal.ts";
import { conditionsFromFields, type FilterFields } from "#domain/filters/fields.ts";
import { messageOf } from "../../shared/api/api-error.ts";
import type { EditState } from "../../shared/saving/edit-session.ts";
import { filterCountKey } from "../resources/filters/keys.ts";
import type { CountState } from "../resources/order-count.ts";
import { useServices } from "../services.tsx";

/** The number of orders that the filter finds as it is saved; asked anew when a condition was saved. */
export const useFilterCount = (id: string, { base, draft, saving }: EditState<FilterFields>): CountState => {
  const { api } = useServices();
  const saved = conditionsFromFields(base);
  const count = useQuery({
    queryKey: filterCountKey(id, saved),
    queryFn: ({ signal }) => api.filterOrderCount(id, signal),
  });
  const isSaving = saving === "waiting" || saving === "saving";
  const isChanging = isSaving && !jsonEqual(saved, conditionsFromFields(draft));
  if (isChanging || count.isFetching) return { state: "loading" };
  if (count.isError) return { state: "failed", message: messageOf(count.error) };
  return count.data ? { state: "known", count: count.data } : { state: "loading" };
};

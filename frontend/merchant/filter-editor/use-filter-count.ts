import { useQuery } from "@tanstack/react-query";
import { isJsonEqual } from "#domain/core/is-json-equal.ts";
import { DateRange } from "#domain/enumerations.ts";
import { hasNoConditions } from "#domain/filters/compile/conditions.ts";
import { type FilterFields, toConditions } from "#domain/filters/fields.ts";
import { getErrorMessage } from "../../shared/api/api-error.ts";
import type { EditState } from "../../shared/saving/edit-session.ts";
import { serializeConditions } from "../resources/filters/editable-filter.ts";
import { filterCountKey } from "../resources/filters/keys.ts";
import { finalCount, isWorthChecking } from "../resources/order-check/settled-count.ts";
import { type CheckState, useOrderCheck } from "../resources/order-check/use-order-check.ts";
import type { CountState } from "../resources/order-count.ts";
import { useServices } from "../services.tsx";

const allTime = { order_date_range: DateRange.noFilter, order_date_from: null, order_date_to: null };

/**
 * The saved filter's number of orders, requested again after a condition was saved. Checks the orders if it is an upper
 * bound or small.
 */
export const useFilterCount = (
  id: string,
  { base, draft, saving }: EditState<FilterFields>,
): { count: CountState; check: CheckState } => {
  const { api } = useServices();
  const saved = toConditions(base);
  const countQuery = useQuery({
    queryKey: filterCountKey(id, saved),
    queryFn: ({ signal }) => api.filterOrderCount(id, signal),
  });
  const isSaving = saving === "waiting" || saving === "saving";
  const isChanging = isSaving && !isJsonEqual(saved, toConditions(draft));
  const count = ((): CountState => {
    if (isChanging || countQuery.isFetching) return { state: "loading" };
    if (countQuery.isError) return { state: "failed", message: getErrorMessage(countQuery.error) };
    return countQuery.data ? { state: "known", count: countQuery.data } : { state: "loading" };
  })();
  const check = useOrderCheck(
    {
      filters: { ...allTime, report_filter_id: id },
      at: null,
      conditions: serializeConditions(base),
      count: countQuery.data?.Count ?? null,
    },
    isWorthChecking(count, !hasNoConditions(saved)),
  );
  return { count: finalCount(count, check), check };
};

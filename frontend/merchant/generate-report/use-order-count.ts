import { useQuery } from "@tanstack/react-query";
import { hasNoConditions } from "#domain/filters/compile/conditions.ts";
import { toConditions } from "#domain/filters/fields.ts";
import type { ManualExport } from "#domain/wire/reports/reporting.ts";
import { getErrorMessage } from "../../shared/api/api-error.ts";
import { finalCount, isWorthChecking } from "../resources/order-check/settled-count.ts";
import { type CheckState, useOrderCheck } from "../resources/order-check/use-order-check.ts";
import type { CountState } from "../resources/order-count.ts";
import { useServices } from "../services.tsx";
import { type ChosenFilter, conditionsKey } from "../which-orders/filter/chosen-filter.ts";
import type { PageState } from "../which-orders/page-state/use-page-state.ts";
import { generateReportPage } from "../which-orders/which-page.ts";

/**
 * Counts orders by the server's page state, so only after the newest change is saved. Then checks an upper bound or a
 * small number. `until`: what the merchant must do first, or null.
 */
export const useOrderCount = (
  page: Pick<PageState<ManualExport>, "value" | "saving">,
  until: string | null,
  chosen: ChosenFilter,
): { count: CountState; check: CheckState } => {
  const { api } = useServices();
  const isSaved = page.saving === "none";
  const filters = page.value.UserOrderFilters;
  const conditions = conditionsKey(chosen);
  const countQuery = useQuery({
    queryKey: ["order-count", filters, conditions],
    queryFn: ({ signal }) => api.orderCount(generateReportPage.of, signal),
    enabled: isSaved && until === null && conditions !== "loading",
    refetchOnWindowFocus: "always",
  });
  const count = ((): CountState => {
    if (until !== null) return { state: "waiting", until };
    if (page.saving === "error")
      return { state: "failed", message: "Your choices couldn't be saved, so we can't count the orders." };
    if (!isSaved || conditions === "loading") return { state: "loading" };
    // A refresh keeps the number visible.
    if (countQuery.isError ? countQuery.isFetching : countQuery.data === undefined) return { state: "loading" };
    if (countQuery.isError) return { state: "failed", message: getErrorMessage(countQuery.error) };
    return countQuery.data
      ? { state: "known", count: countQuery.data, isOld: countQuery.isFetching }
      : { state: "loading" };
  })();
  const hasConditions = chosen.state === "known" && !hasNoConditions(toConditions(chosen.filter.fields));
  const check = useOrderCheck(
    { filters, at: null, conditions, count: countQuery.data?.Count ?? null },
    isWorthChecking(count, hasConditions),
  );
  return { count: finalCount(count, check), check };
};

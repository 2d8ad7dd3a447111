import { useQuery } from "@tanstack/react-query";
import { messageOf } from "../../shared/api/api-error.ts";
import type { CountState } from "../resources/order-count.ts";
import { useServices } from "../services.tsx";
import type { PageState } from "./use-page-state.ts";

/**
 * Counts by the page state as the server knows it, so only once the newest change is saved. `until`: what the merchant has to do
 * first; null when nothing. `conditions`: of the filter, as text to compare; 'loading' while nobody knows them.
 */
export const useOrderCount = (
  page: Pick<PageState, "value" | "saving">,
  until: string | null,
  conditions: string,
): CountState => {
  const { api } = useServices();
  const isSaved = page.saving === "none";
  const count = useQuery({
    queryKey: ["order-count", page.value.UserOrderFilters, conditions],
    queryFn: ({ signal }) => api.orderCount(signal),
    enabled: isSaved && until === null && conditions !== "loading",
    refetchOnWindowFocus: "always",
  });
  if (until !== null) return { state: "waiting", until };
  if (page.saving === "error") {
    return { state: "failed", message: "Your choices could not be saved, so their orders cannot be counted." };
  }
  if (!isSaved || conditions === "loading") return { state: "loading" };
  // A number that is only looked at again stays in sight.
  if (count.isError ? count.isFetching : count.data === undefined) return { state: "loading" };
  if (count.isError) return { state: "failed", message: messageOf(count.error) };
  return count.data ? { state: "known", count: count.data, isOld: count.isFetching } : { state: "loading" };
};

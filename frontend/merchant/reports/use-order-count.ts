import { useQuery } from "@tanstack/react-query";
import { messageOf } from "../../shared/api/api-error.ts";
import { useServices } from "../services.tsx";
import type { CountState } from "./order-count.ts";
import type { PageState } from "./use-page-state.ts";

/** Counts by the page state as the server knows it, so only once the newest change is saved; `usable` when it has its dates. */
export const useOrderCount = (page: Pick<PageState, "value" | "saving">, usable: boolean): CountState => {
  const { api } = useServices();
  const isSaved = page.saving === "none";
  const count = useQuery({
    queryKey: ["order-count", page.value.UserOrderFilters],
    queryFn: ({ signal }) => api.orderCount(signal),
    enabled: isSaved && usable,
  });
  if (!usable) return { state: "waiting" };
  if (page.saving === "error") {
    return { state: "failed", message: "Your choices could not be saved, so their orders cannot be counted." };
  }
  if (!isSaved || count.isFetching) return { state: "loading" };
  if (count.isError) return { state: "failed", message: messageOf(count.error) };
  return count.data ? { state: "known", count: count.data } : { state: "loading" };
};

import { useQuery } from "@tanstack/react-query";
import { readFresh } from "../../../shared/api/read-fresh.ts";
import { useServices } from "../../services.tsx";
import { filtersKey } from "./keys.ts";

/** All filters, refetched on window focus. */
export const useFilterList = ({ enabled = true }: { enabled?: boolean } = {}) => {
  const { api } = useServices();
  return useQuery({
    queryKey: filtersKey,
    // Waits for a filter that was just made, which a stale list would lack.
    queryFn: async ({ signal }) => (await readFresh(() => api.filterList(signal))).data,
    enabled,
    refetchOnWindowFocus: "always",
  });
};

export type FilterList = ReturnType<typeof useFilterList>;

import { useQuery } from "@tanstack/react-query";
import { readFresh } from "../../../shared/api/read-fresh.ts";
import { useServices } from "../../services.tsx";
import { filtersKey } from "./keys.ts";

/** All filters of the shop, read again whenever the window comes back into sight. */
export const useFilterList = ({ enabled = true }: { enabled?: boolean } = {}) => {
  const { api } = useServices();
  return useQuery({
    queryKey: filtersKey,
    // A filter that was just made is in the list before anybody says that there is no such filter.
    queryFn: async ({ signal }) => (await readFresh(() => api.filterList(signal))).data,
    enabled,
    refetchOnWindowFocus: "always",
  });
};

export type FilterList = ReturnType<typeof useFilterList>;

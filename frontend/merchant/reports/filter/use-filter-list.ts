import { useQuery } from "@tanstack/react-query";
import { readFresh } from "../../../shared/api/read-fresh.ts";
import { useFailureToast } from "../../../shared/ui/use-failure-toast.ts";
import { filtersKey } from "../../filters/filter-keys.ts";
import { filterWords } from "../../manager/words.ts";
import { useServices } from "../../services.tsx";

/** All filters of the shop, read again whenever the window comes back into sight. */
export const useFilterList = () => {
  const { api } = useServices();
  const list = useQuery({
    queryKey: filtersKey,
    // A filter that was just made is in the list before anybody says that there is no such filter.
    queryFn: async ({ signal }) => (await readFresh(() => api.filterList(signal))).data,
    refetchOnWindowFocus: "always",
  });
  useFailureToast(list, filterWords.cannotFetch);
  return list;
};

export type FilterList = ReturnType<typeof useFilterList>;

import { useQuery } from "@tanstack/react-query";
import type { FilterItem } from "#domain/wire/filters.ts";
import { useFailureToast } from "../../../shared/ui/use-failure-toast.ts";
import type { MerchantApi } from "../../api.ts";
import { filtersKey } from "../../filters/filter-keys.ts";
import { useServices } from "../../services.tsx";

/** How often an answer that is older than our own save is asked for again; each waits up to 2 s at the server. */
const staleTries = 3;

/** A filter that was just made is in the list before anybody says that there is no such filter. */
const readFresh = async (api: MerchantApi, signal: AbortSignal): Promise<FilterItem[]> => {
  let read = await api.filterList(signal);
  for (let tries = 1; read.stale && tries < staleTries; tries += 1) read = await api.filterList(signal);
  return read.data;
};

/** All filters of the shop, read again whenever the window comes back into sight. */
export const useFilterList = () => {
  const { api } = useServices();
  const list = useQuery({
    queryKey: filtersKey,
    queryFn: ({ signal }) => readFresh(api, signal),
    refetchOnWindowFocus: "always",
  });
  useFailureToast(list, "Cannot fetch filters from server");
  return list;
};

export type FilterList = ReturnType<typeof useFilterList>;

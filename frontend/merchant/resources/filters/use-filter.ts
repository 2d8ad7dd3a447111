import { useQuery } from "@tanstack/react-query";
import { useServices } from "../../services.tsx";
import { filterKey } from "./keys.ts";

/** A filter with its ETag. A null id requests nothing. `watches`: refetched on window focus. */
export const useFilter = (id: string | null, { watches }: { watches: boolean }) => {
  const { api } = useServices();
  return useQuery({
    queryKey: filterKey(id ?? ""),
    queryFn: ({ signal }) => api.filter(id ?? "", signal),
    enabled: id !== null,
    ...(watches && { refetchOnWindowFocus: "always" as const }),
  });
};

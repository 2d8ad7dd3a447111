import { useQuery } from "@tanstack/react-query";
import { useServices } from "../../services.tsx";
import { filterKey } from "./keys.ts";

/** One filter, whole, with its ETag; null asks for none. `watches`: it is read again whenever the window comes back into sight. */
export const useFilter = (id: string | null, { watches }: { watches: boolean }) => {
  const { api } = useServices();
  return useQuery({
    queryKey: filterKey(id ?? ""),
    queryFn: ({ signal }) => api.filter(id ?? "", signal),
    enabled: id !== null,
    ...(watches && { refetchOnWindowFocus: "always" as const }),
  });
};

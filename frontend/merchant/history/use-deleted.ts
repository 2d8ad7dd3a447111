import { useQuery } from "@tanstack/react-query";
import { deletedKey, type HistoryKind } from "../resources/history-kind.ts";
import { useServices } from "../services.tsx";

/** Restorable objects, newest first. */
export const useDeleted = (kind: HistoryKind) => {
  const { api } = useServices();
  return useQuery({
    queryKey: deletedKey(kind),
    queryFn: ({ signal }) => api.deletedItems(kind.name, signal),
    refetchOnWindowFocus: "always",
  });
};

import { useQuery } from "@tanstack/react-query";
import { exportDetailsKey } from "../resources/exports/keys.ts";
import { useServices } from "../services.tsx";

/** Details of an export that only its opened item needs. */
export const useExportDetails = (id: string) => {
  const { api } = useServices();
  return useQuery({ queryKey: exportDetailsKey(id), queryFn: ({ signal }) => api.exportDetails(id, signal) });
};

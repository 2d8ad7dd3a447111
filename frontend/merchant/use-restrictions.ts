import { useQuery } from "@tanstack/react-query";
import { useServices } from "./services.tsx";

export const restrictionsKey = ["restrictions"];

/** Quotas of the shop's tier, read again on window focus. */
export const useRestrictions = ({ enabled = true }: { enabled?: boolean } = {}) => {
  const { api } = useServices();
  return useQuery({
    queryKey: restrictionsKey,
    queryFn: ({ signal }) => api.restrictions(signal),
    enabled,
    refetchOnWindowFocus: "always",
  });
};

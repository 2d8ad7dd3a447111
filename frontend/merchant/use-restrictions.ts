import { useQuery } from "@tanstack/react-query";
import { useServices } from "./services.tsx";

export const restrictionsKey = ["restrictions"];

/** How many of each kind the shop's tier allows; read again whenever the window comes back into sight. */
export const useRestrictions = ({ enabled = true }: { enabled?: boolean } = {}) => {
  const { api } = useServices();
  return useQuery({
    queryKey: restrictionsKey,
    queryFn: ({ signal }) => api.restrictions(signal),
    enabled,
    refetchOnWindowFocus: "always",
  });
};

import { useQuery } from "@tanstack/react-query";
import { useServices } from "../../services.tsx";

/** Cache key of the server's answer about support at the shop. */
export const looksKey = ["support-looks"] as const;

/** Reads the grant to support and its looks with their changes, again whenever the window comes back into sight. */
export const useLooks = () => {
  const { api } = useServices();
  return useQuery({
    queryKey: looksKey,
    queryFn: ({ signal }) => api.supportLooks(signal),
    refetchOnWindowFocus: true,
  });
};

import { useQuery } from "@tanstack/react-query";
import { useServices } from "../../services.tsx";

/** Cache key of the server's answer about support at the shop. */
export const looksKey = ["support-looks"] as const;

/** What support may do at the shop, and who of them looked and changed something, read again whenever the window comes back into sight. */
export const useLooks = () => {
  const { api } = useServices();
  return useQuery({
    queryKey: looksKey,
    queryFn: ({ signal }) => api.supportLooks(signal),
    refetchOnWindowFocus: true,
  });
};

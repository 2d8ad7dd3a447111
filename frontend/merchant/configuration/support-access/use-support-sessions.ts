import { useQuery } from "@tanstack/react-query";
import { useServices } from "../../services.tsx";

/** Cache key. */
export const supportSessionsKey = ["support-looks"] as const;

/** Reads the grant to support and the impersonation sessions, again on window focus. */
export const useSupportSessions = () => {
  const { api } = useServices();
  return useQuery({
    queryKey: supportSessionsKey,
    queryFn: ({ signal }) => api.supportLooks(signal),
    refetchOnWindowFocus: true,
  });
};

import { useQuery } from "@tanstack/react-query";
import { useServices } from "../../services.tsx";
import { automationKey } from "./keys.ts";

/** One automated report with its ETag; refetched on window focus. */
export const useAutomation = (id: string) => {
  const { api } = useServices();
  return useQuery({
    queryKey: automationKey(id),
    queryFn: ({ signal }) => api.automation(id, signal),
    refetchOnWindowFocus: "always",
  });
};

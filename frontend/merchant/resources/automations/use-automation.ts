import { useQuery } from "@tanstack/react-query";
import { useServices } from "../../services.tsx";
import { automationKey } from "./keys.ts";

/** One automated report with its ETag; read again whenever the window becomes visible. */
export const useAutomation = (id: string) => {
  const { api } = useServices();
  return useQuery({
    queryKey: automationKey(id),
    queryFn: ({ signal }) => api.automation(id, signal),
    refetchOnWindowFocus: "always",
  });
};

import { useQuery } from "@tanstack/react-query";
import type { AppConfig } from "./api.ts";
import { unknownConfig, useServices } from "./services.tsx";

/** The configuration, empty until loaded, and whether it may still come. */
export const useAppConfigRead = (): { config: AppConfig; isLoading: boolean } => {
  const { api } = useServices();
  const config = useQuery({
    queryKey: ["app-config"],
    queryFn: ({ signal }) => api.appConfig(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { config: config.data ?? unknownConfig, isLoading: config.isLoading };
};

/** The configuration; empty until loaded. */
export const useAppConfig = (): AppConfig => useAppConfigRead().config;

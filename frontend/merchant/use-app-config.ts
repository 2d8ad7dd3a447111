import { useQuery } from "@tanstack/react-query";
import type { AppConfig } from "./api.ts";
import { unknownConfig, useServices } from "./services.tsx";

/** The configuration; empty until loaded. */
export const useAppConfig = (): AppConfig => {
  const { api } = useServices();
  const config = useQuery({
    queryKey: ["app-config"],
    queryFn: ({ signal }) => api.appConfig(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return config.data ?? unknownConfig;
};

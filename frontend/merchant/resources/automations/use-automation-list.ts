import { useQuery } from "@tanstack/react-query";
import { readFresh } from "../../../shared/api/read-fresh.ts";
import { useServices } from "../../services.tsx";
import { useRestrictions } from "../../use-restrictions.ts";
import { automationsKey } from "./keys.ts";

type ListOptions = {
  /** Pause between refreshes while visible, ms. */
  everyMs?: number | false;
  enabled?: boolean;
};

/** All automated reports, refetched on window focus. */
export const useAutomationList = ({ everyMs = false, enabled = true }: ListOptions = {}) => {
  const { api } = useServices();
  return useQuery({
    queryKey: automationsKey,
    // Waits for a report that was just made, which a stale list would lack.
    queryFn: async ({ signal }) => (await readFresh(() => api.automationList(signal))).data,
    refetchOnWindowFocus: "always",
    refetchInterval: everyMs,
    enabled,
  });
};

/** True if another report would exceed the quota (S-2.6). False while unknown. */
export const useHasReachedQuota = (automations: readonly unknown[] | undefined): boolean => {
  const { data } = useRestrictions();
  return automations !== undefined && data !== undefined && automations.length >= data.MaxAutomations;
};

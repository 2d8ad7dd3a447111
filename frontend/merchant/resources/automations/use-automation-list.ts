import { useQuery } from "@tanstack/react-query";
import { readFresh } from "../../../shared/api/read-fresh.ts";
import { useServices } from "../../services.tsx";
import { useRestrictions } from "../../use-restrictions.ts";
import { automationsKey } from "./keys.ts";

type ListOptions = {
  /** Read again so often while they are looked at. */
  everyMs?: number | false;
  enabled?: boolean;
};

/** All automated reports of the shop, read again whenever the window comes back into sight. */
export const useAutomationList = ({ everyMs = false, enabled = true }: ListOptions = {}) => {
  const { api } = useServices();
  return useQuery({
    queryKey: automationsKey,
    // One that was just made is in the list before anybody says that there is no such report.
    queryFn: async ({ signal }) => (await readFresh(() => api.automationList(signal))).data,
    refetchOnWindowFocus: "always",
    refetchInterval: everyMs,
    enabled,
  });
};

/** Whether another one would go over the quota (S-2.6). False while that is not known. */
export const useIsFull = (automations: readonly unknown[] | undefined): boolean => {
  const { data } = useRestrictions();
  return automations !== undefined && data !== undefined && automations.length >= data.MaxAutomations;
};

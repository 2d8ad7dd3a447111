import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { AutomationHistoryItem } from "#domain/wire/automations/automation-history.ts";
import type { AutomationInfo } from "#domain/wire/automations/automation-info.ts";
import { automationRunsKey } from "../resources/automations/keys.ts";
import { useServices } from "../services.tsx";

/** Polling interval, ms: the first read may precede the outcome. */
const pollEveryMs = 2_000;

/** The newest test run seen under way here, from its end until it is closed. */
export const useEndedTest = (id: string, info: AutomationInfo | undefined) => {
  const { api } = useServices();
  const underWay = info?.UnderWay?.Cause === "test" ? info.UnderWay.RunId : null;
  const [trackedTestId, setTrackedTestId] = useState<string | null>(null);
  const [closed, setClosed] = useState<string | null>(null);
  if (underWay !== null && underWay !== trackedTestId) setTrackedTestId(underWay);
  const isAsked = trackedTestId !== null && underWay === null && closed !== trackedTestId;
  const { data } = useQuery({
    queryKey: [...automationRunsKey(id), "test", trackedTestId],
    queryFn: async ({ signal }): Promise<AutomationHistoryItem | null> =>
      (await api.automationRuns(id, null, signal)).find(({ RunId }) => RunId === trackedTestId) ?? null,
    enabled: isAsked,
    refetchInterval: ({ state }) => (state.data?.Outcome ? false : pollEveryMs),
  });
  const run = isAsked && data?.Outcome ? data : null;
  return { run, close: () => setClosed(trackedTestId) };
};

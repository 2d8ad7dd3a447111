import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { automationInfoKey } from "../resources/automations/keys.ts";
import { useServices } from "../services.tsx";

/** Polling intervals, ms: during a run, and otherwise, as the next report may begin any time. */
const pollEveryMs = { underWay: 3_000, otherwise: 60_000 } as const;

/** Reads a report's plan, and keeps it visible during a reload. `onMoved`: called when a run began or ended. */
export const useAutomationInfo = (id: string, onMoved: () => void) => {
  const { api } = useServices();
  const info = useQuery({
    queryKey: automationInfoKey(id),
    queryFn: ({ signal }) => api.automationInfo(id, signal),
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state }) => (state.data?.UnderWay ? pollEveryMs.underWay : pollEveryMs.otherwise),
  });
  const { data } = info;
  const moment = data && JSON.stringify([data.UnderWay, data.RetryAt, data.NextExecution]);
  const known = useRef(moment);
  useEffect(() => {
    // `onMoved` reads the status, which is part of the report's definition.
    if (known.current !== undefined && known.current !== moment) onMoved();
    known.current = moment;
  }, [moment, onMoved]);
  return info;
};

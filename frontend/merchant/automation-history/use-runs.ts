import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { automationRunsKey, slotOutcomesKey } from "../resources/automations/keys.ts";
import { useServices } from "../services.tsx";
import type { Days } from "./calendar.ts";
import { isUnderWay } from "./run-text.ts";

/** Runs per page (ADR 80); a shorter page is the last. */
const pageLength = 50;
/** Polling intervals, ms: during a run, and otherwise. */
const busyMs = 3_000;
const restMs = 30_000;

/** Reads runs, newest first. Refreshes more often during a run. */
export const useRuns = (id: string) => {
  const { api } = useServices();
  return useInfiniteQuery({
    queryKey: automationRunsKey(id),
    queryFn: ({ pageParam, signal }) => api.automationRuns(id, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < pageLength ? null : (page.at(-1)?.RunId ?? null)),
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state }) => (state.data?.pages.flat().some(isUnderWay) ? busyMs : restMs),
  });
};

/** Outcomes of the slots in some days. `version` changes when a run begins or ends. */
export const useSlots = (id: string, days: Days | null, version: string) => {
  const { api } = useServices();
  return useQuery({
    queryKey: [...slotOutcomesKey(id, days ?? { from: "", to: "" }), version],
    queryFn: ({ signal }) => api.slotOutcomes(id, days ?? { from: "", to: "" }, signal),
    enabled: days !== null,
    // Keeps the old slots during a refresh.
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
    refetchOnWindowFocus: "always",
  });
};

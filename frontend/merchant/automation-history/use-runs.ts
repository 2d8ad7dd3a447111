import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { automationRunsKey, slotOutcomesKey } from "../resources/automations/keys.ts";
import { useServices } from "../services.tsx";
import type { Days } from "./calendar.ts";
import { isUnderWay } from "./run-words.ts";

/** Runs of one answer (ADR 80): a shorter one is the last. */
const pageLength = 50;
/** How often it is looked again while a run is under way, and when all rest. */
const busyMs = 3_000;
const restMs = 30_000;

/** The runs of an automated report, newest first; read again by themselves, often while one is under way. */
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

/** What became of the slots of some days. `version`: whatever tells that another run began or ended. */
export const useSlots = (id: string, days: Days | null, version: string) => {
  const { api } = useServices();
  return useQuery({
    queryKey: [...slotOutcomesKey(id, days ?? { from: "", to: "" }), version],
    queryFn: ({ signal }) => api.slotOutcomes(id, days ?? { from: "", to: "" }, signal),
    enabled: days !== null,
    // What was there stays while it is read again.
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
    refetchOnWindowFocus: "always",
  });
};

import { useEffect, useState } from "react";
import type { SlotOutcome } from "#domain/wire/automations/automation-history.ts";
import { toEntryId } from "./entries.ts";
import type { useRuns } from "./use-runs.ts";

/** Goes from a slot to its line of the list and focuses it. Loads older runs until it appears. */
export const useGoToRun = (runs: ReturnType<typeof useRuns>) => {
  const [wanted, setWanted] = useState<string | null>(null);
  const { hasNextPage, isFetching, isError, fetchNextPage } = runs;
  useEffect(() => {
    if (wanted === null) return;
    const line = document.getElementById(wanted);
    if (line !== null) {
      setWanted(null);
      line.focus({ preventScroll: true });
      line.scrollIntoView({ block: "start", behavior: "smooth" });
    } else if (isError || (!hasNextPage && !isFetching)) setWanted(null);
    else if (!isFetching) void fetchNextPage({ cancelRefetch: false });
  });
  return (slot: SlotOutcome) => setWanted(toEntryId(slot));
};

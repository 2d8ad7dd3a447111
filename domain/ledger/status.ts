import { AutomationStatus } from "../enumerations.ts";
import type { LedgerState } from "./state.ts";

/** Started and not cured yet: its one run is wanted or under way. */
export const isRetried = ({ suspended, retry, open }: LedgerState): boolean =>
  suspended !== null && (retry !== null || open?.cause === "retry");

/**
 * The status on the wire, the first that applies (D-6, S-2.3.8). `enabled` and `endsTo` of the definition: once the end is another one,
 * a report that had expired has not.
 */
export const statusOf = (
  { enabled, endsTo }: { enabled: boolean; endsTo: string | null },
  state: LedgerState,
): AutomationStatus => {
  if (!enabled) return AutomationStatus.Paused;
  if (isRetried(state)) return AutomationStatus.SuspendedRetry;
  if (state.suspended) return AutomationStatus.Suspended;
  if (endsTo !== null && state.expired === endsTo) return AutomationStatus.Expired;
  return state.failedTries > 0 ? AutomationStatus.ActiveRetry : AutomationStatus.Active;
};

/**
 * What a page meant by the status that it sent over the one that it had seen (D-6): 1 pauses and 0 starts where it differs; every other one is
 * an echo, whatever became of the report since.
 */
export const statusIntent = (sent: AutomationStatus, seen: AutomationStatus): "pause" | "start" | undefined => {
  if (sent === seen) return undefined;
  if (sent === AutomationStatus.Paused) return "pause";
  return sent === AutomationStatus.Active ? "start" : undefined;
};

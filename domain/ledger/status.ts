import { AutomationStatus } from "../enumerations.ts";
import type { LedgerState } from "./state.ts";

/** True if a restarted report's proving run is wanted or under way. */
export const isRetried = ({ suspended, retry, open }: LedgerState): boolean =>
  suspended !== null && (retry !== null || open?.cause === "retry");

/**
 * The first status that applies (D-6, S-2.3.8). `enabled`, `endsTo`: of the definition. Another end revives an expired
 * report.
 */
export const deriveStatus = (
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
 * Interprets the status that a page sent, against the one it had loaded (D-6). A change to 1 pauses, to 0 starts; the
 * rest is an echo.
 */
export const statusIntent = (sent: AutomationStatus, seen: AutomationStatus): "pause" | "start" | undefined => {
  if (sent === seen) return undefined;
  if (sent === AutomationStatus.Paused) return "pause";
  return sent === AutomationStatus.Active ? "start" : undefined;
};

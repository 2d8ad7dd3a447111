import { DateTime } from "luxon";
import { formatInstant } from "../../shared/time/shop-time.ts";
import { isDue } from "../resources/automations/is-due.ts";

/**
 * Describes the next run. `next`: the planned instant, ISO; null if none. `isUnderWay`: an earlier run has no outcome
 * yet. Later slots wait for it, so `next` may be past. `isPaused`: by the merchant.
 */
export const nextText = (
  next: string | null,
  zone: string,
  { isUnderWay, isPaused = false, now = DateTime.now() }: { isUnderWay: boolean; isPaused?: boolean; now?: DateTime },
): string => {
  if (next === null) return `Next execution: ${isPaused ? "none (paused)" : "none planned"}`;
  return isUnderWay && isDue(next, now)
    ? `Next execution: after the report under way. It was planned for ${formatInstant(next, zone)}.`
    : `Next execution: ${formatInstant(next, zone)}`;
};

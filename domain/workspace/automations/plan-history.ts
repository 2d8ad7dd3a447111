import { isJsonEqual } from "../../core/is-json-equal.ts";
import type { PlannedSince } from "../state.ts";
import type { AutomationDefinition } from "./automation.ts";

/** More plans than a merchant tries out between two slots. */
export const maxPlans = 30;

/**
 * Adds a plan if the schedule or `enabled` changed. Beyond {@link maxPlans} the second takes over the `since` of the
 * dropped oldest: no time lacks a plan.
 */
export const appendPlan = (
  planned: readonly PlannedSince[],
  { schedule, enabled }: Pick<AutomationDefinition, "schedule" | "enabled">,
  since: string,
): readonly PlannedSince[] => {
  const newest = planned.at(-1);
  if (newest && newest.enabled === enabled && isJsonEqual(newest.schedule, schedule)) return planned;
  // The second of two edits at one instant counts.
  const before = newest?.since === since ? planned.slice(0, -1) : planned;
  const all = [...before, { since, schedule, enabled }];
  const [oldest, second, ...rest] = all;
  return all.length > maxPlans && oldest && second ? [{ ...second, since: oldest.since }, ...rest] : all;
};

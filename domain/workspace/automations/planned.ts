import { jsonEqual } from "../../core/json-equal.ts";
import type { PlannedSince } from "../state.ts";
import type { AutomationDefinition } from "./automation.ts";

/** Plans that are known of one automated report: as many as its merchant may try out between two slots, and more. */
export const plansKept = 30;

/**
 * The plans of an automated report with what an edit made of it. What changes neither schedule nor standing is no new plan. Beyond
 * {@link plansKept} the second oldest is taken for the oldest: no time is without a plan.
 */
export const plannedWith = (
  planned: readonly PlannedSince[],
  { schedule, enabled }: Pick<AutomationDefinition, "schedule" | "enabled">,
  since: string,
): readonly PlannedSince[] => {
  const newest = planned.at(-1);
  if (newest && newest.enabled === enabled && jsonEqual(newest.schedule, schedule)) return planned;
  // Two edits at one instant: the first one never counted.
  const before = newest?.since === since ? planned.slice(0, -1) : planned;
  const all = [...before, { since, schedule, enabled }];
  const [oldest, second, ...rest] = all;
  return all.length > plansKept && oldest && second ? [{ ...second, since: oldest.since }, ...rest] : all;
};

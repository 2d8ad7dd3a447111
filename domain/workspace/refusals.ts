import { type Refusal, refuse } from "../core/decider.ts";
import type { Automation } from "./state.ts";

/** Verbatim from S-1.8 and S-2.8. */
export const quotaMessages = {
  report: "You cannot add new reports. You have exceed the report's quota",
  filter: "You cannot add new filters. You have exceed the filter's quota",
  automation: "You cannot add new automated reports. You have exceed your automated report's quota",
} as const;

export const refuseOverQuota = (kind: keyof typeof quotaMessages, count: number, most: number): Refusal | undefined =>
  count >= most ? refuse("rule", quotaMessages[kind]) : undefined;

/** `itemName`: such as 'filter'. */
export const refuseUnknown = (itemName: string): Refusal =>
  refuse("unknown", `This ${itemName} can't be found. It may have been deleted. Reload the page.`);

/** Refuses to delete an item in use. `details`: title of the oldest automated report that uses it. */
export const refuseInUse = (
  automations: readonly Automation[],
  uses: (automation: Automation) => boolean,
  itemName: string,
): Refusal | undefined => {
  const blocking = automations.find(uses);
  return (
    blocking &&
    refuse(
      "rule",
      `The ${itemName} cannot be deleted: the automated report “${blocking.title}” uses it. Delete that automated report, or choose another ${itemName} there, and try again.`,
      blocking.title,
    )
  );
};

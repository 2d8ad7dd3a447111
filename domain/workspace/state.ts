import type { LastChange } from "../core/conflict.ts";
import type { FilterField } from "../filters/fields.ts";
import type { FilterFacts } from "../filters/filter.ts";
import type { AutomationDefinition } from "./automation.ts";
import type { ReportDesignFacts } from "./events.ts";

export type ReportDesign = ReportDesignFacts;

/**
 * `changes`: who last changed a field, of those changed since the filter was made. `version`: the stream version that last changed
 * its content; who saw it at that version or a later one saw it as it is. A change of place does not count.
 */
export type Filter = FilterFacts & { changes: { readonly [F in FilterField]?: LastChange }; version: number };

export type Automation = AutomationDefinition & {
  automationId: string;
  changes: { readonly [F in keyof AutomationDefinition]?: LastChange };
};

/**
 * Everything the merchant edits, each kind a list of its own: quotas, order, titles and 'in use by' cross them (D-3).
 * Reports stand in the order of their `ordering`, filters by view and then by `ordering`, automations as they were made. A new kind
 * is a new list and a higher state schema.
 */
export type WorkspaceState = {
  reports: readonly ReportDesign[];
  filters: readonly Filter[];
  automations: readonly Automation[];
};

export const emptyWorkspace: WorkspaceState = { reports: [], filters: [], automations: [] };

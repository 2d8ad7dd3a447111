import type { LastChange } from "../core/conflict.ts";
import type { DesignFacts } from "../designs/design.ts";
import type { DesignField } from "../designs/fields.ts";
import type { FilterField } from "../filters/fields.ts";
import type { FilterFacts } from "../filters/filter.ts";
import type { AutomationDefinition, AutomationSchedule } from "./automations/automation.ts";
import type { AutomationField } from "./automations/automation-fields.ts";

/**
 * `changes`: author of each field's newest change since the creation. `version`: stream version that last changed the
 * content, without moves in the list. An edit based on it or a later one is current.
 */
export type Tracked<Facts, Field extends string> = Facts & {
  changes: { readonly [F in Field]?: LastChange };
  version: number;
};

export type ReportDesign = Tracked<DesignFacts, DesignField>;
export type Filter = Tracked<FilterFacts, FilterField>;
export type AutomationFacts = AutomationDefinition & { automationId: string };
/** Applies from an instant (ISO UTC) until the next plan. */
export type PlannedSince = { since: string; schedule: AutomationSchedule; enabled: boolean };

/** Operations on a destination's keys, outside of its definition. */
export type AutomationAccess = "secret-shown" | "secret-renewed" | "key-forgotten";

/**
 * `createdAt`: creation or return from deletion, ISO UTC, where its time begins. `planned`: plans since,
 * oldest first ({@link maxPlans}). `accessed`: the newest operation on a destination's key.
 */
export type Automation = Tracked<AutomationFacts, AutomationField> & {
  createdAt: string;
  planned: readonly PlannedSince[];
  accessed?: { did: AutomationAccess; at: string };
};

/**
 * Everything the merchant edits, in one state for quotas, titles and uses (D-3). Reports are sorted by `ordering`,
 * filters by view and `ordering`, automations by creation. A new kind needs a new list and state schema.
 */
export type WorkspaceState = {
  reports: readonly ReportDesign[];
  filters: readonly Filter[];
  automations: readonly Automation[];
};

export const emptyWorkspace: WorkspaceState = { reports: [], filters: [], automations: [] };

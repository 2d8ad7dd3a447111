import type { LastChange } from "../core/conflict.ts";
import type { DesignFacts } from "../designs/design.ts";
import type { DesignField } from "../designs/fields.ts";
import type { FilterField } from "../filters/fields.ts";
import type { FilterFacts } from "../filters/filter.ts";
import type { AutomationDefinition, AutomationSchedule } from "./automations/automation.ts";
import type { AutomationField } from "./automations/automation-fields.ts";

/**
 * What is kept of every thing beside its facts. `changes`: who last changed a field, of those changed since the thing was made.
 * `version`: the stream version that last changed its content; who saw it at that version or a later one saw it as it is. A change of
 * place in its list does not count.
 */
export type Tracked<Facts, Field extends string> = Facts & {
  changes: { readonly [F in Field]?: LastChange };
  version: number;
};

export type ReportDesign = Tracked<DesignFacts, DesignField>;
export type Filter = Tracked<FilterFacts, FilterField>;
export type AutomationFacts = AutomationDefinition & { automationId: string };
/** How an automated report was planned from an instant (ISO UTC) on, until the next one of these. */
export type PlannedSince = { since: string; schedule: AutomationSchedule; enabled: boolean };

/** What is done with the keys of a destination, beside its definition. */
export type AutomationAccess = "secret-shown" | "secret-renewed" | "key-forgotten";

/**
 * `createdAt`: when it was made, or came back after it was deleted, ISO UTC. Its time begins there.
 * `planned`: every plan since, oldest first, the last one is today's ({@link plansKept}).
 * `accessed`: what was done last with a key of its destination, and when.
 */
export type Automation = Tracked<AutomationFacts, AutomationField> & {
  createdAt: string;
  planned: readonly PlannedSince[];
  accessed?: { did: AutomationAccess; at: string };
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

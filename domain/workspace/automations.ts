import { refuseConflicts } from "../core/conflict.ts";
import { type FieldProblem, refuseFields } from "../core/field-problem.ts";
import { applyIntent, deriveIntent } from "../core/intent.ts";
import type { EventMetadata } from "../core/message.ts";
import { cloneTitle, titleProblem } from "../text/titles.ts";
import type { AutomationDefinition } from "./automation.ts";
import type { CommandOf, Decision } from "./designs.ts";
import type { WorkspaceEvent } from "./events.ts";
import { ownFilters } from "./filters.ts";
import { refuseOverQuota, refuseUnknown } from "./refusals.ts";
import type { Automation, WorkspaceState } from "./state.ts";

const trimmed = <D extends { title: string }>(definition: D): D => ({ ...definition, title: definition.title.trim() });

const definitionOf = ({ automationId: _, changes: __, ...definition }: Automation): AutomationDefinition => definition;

/** The report design and the filter must be there at the moment of the decision: nobody deletes them afterwards. */
const problemsOf = (
  { title, reportId, filterId }: AutomationDefinition,
  { reports, filters }: WorkspaceState,
): FieldProblem[] => {
  const badTitle = titleProblem(title, "automation");
  const hasDesign = reports.some((report) => report.reportId === reportId);
  const hasFilter = ownFilters(filters).some((filter) => filter.filterId === filterId);
  return [
    ...(badTitle ? [{ field: "title", message: badTitle }] : []),
    ...(hasDesign ? [] : [{ field: "reportId", message: "The report design is not there. Choose another one." }]),
    ...(hasFilter ? [] : [{ field: "filterId", message: "The filter is not there. Choose another one." }]),
  ];
};

export const createAutomation = (
  { context, definition, maxAutomations }: CommandOf<"CreateAutomation">,
  state: WorkspaceState,
): Decision => {
  const kept = trimmed(definition);
  const refusal =
    refuseOverQuota("automation", state.automations.length, maxAutomations) ?? refuseFields(problemsOf(kept, state));
  return refusal ?? [{ type: "AutomationCreated", data: { automationId: context.newId(0), ...kept } }];
};

/** The clone is paused: nobody has asked for a second delivery of the same yet. */
export const cloneAutomation = (
  { context, automationId, maxAutomations }: CommandOf<"CloneAutomation">,
  { automations }: WorkspaceState,
): Decision => {
  const source = automations.find((automation) => automation.automationId === automationId);
  if (!source) return refuseUnknown("automated report");
  const over = refuseOverQuota("automation", automations.length, maxAutomations);
  if (over) return over;
  const copy = { ...definitionOf(source), title: cloneTitle(source.title), enabled: false };
  return [
    { type: "AutomationCloned", data: { automationId: context.newId(0), ...copy, clonedFrom: source.automationId } },
  ];
};

export const updateAutomation = (
  { automationId, base, wanted }: CommandOf<"UpdateAutomation">,
  state: WorkspaceState,
): Decision => {
  const automation = state.automations.find((candidate) => candidate.automationId === automationId);
  if (!automation) return refuseUnknown("automated report");
  const intent = deriveIntent(base, trimmed(wanted));
  const meant = new Set<string>(intent.map(({ field }) => field));
  const bad = refuseFields(problemsOf(trimmed(wanted), state).filter(({ field }) => meant.has(field)));
  if (bad) return bad;
  const { changes, conflicts } = applyIntent(intent, definitionOf(automation));
  if (conflicts.length > 0) return refuseConflicts(conflicts, (field) => automation.changes[field]);
  return changes.map((change) => ({ type: "AutomationChanged", data: { automationId, ...change } }));
};

export const deleteAutomation = (
  { automationId }: CommandOf<"DeleteAutomation">,
  { automations }: WorkspaceState,
): Decision => {
  const automation = automations.find((candidate) => candidate.automationId === automationId);
  if (!automation) return refuseUnknown("automated report");
  return [{ type: "AutomationDeleted", data: { automationId, title: automation.title } }];
};

export type AutomationEvent = Extract<WorkspaceEvent, { type: `Automation${string}` }>;

/** In the order they were made. */
export const evolveAutomations = (
  automations: readonly Automation[],
  { type, data }: AutomationEvent,
  { actor, instant }: EventMetadata,
): readonly Automation[] => {
  switch (type) {
    case "AutomationCreated":
      return [...automations, { ...data, changes: {} }];
    case "AutomationCloned": {
      const { clonedFrom: _, ...automation } = data;
      return [...automations, { ...automation, changes: {} }];
    }
    case "AutomationChanged":
      return automations.map((automation) =>
        automation.automationId === data.automationId
          ? {
              ...automation,
              [data.field]: data.to,
              changes: { ...automation.changes, [data.field]: { actor, instant } },
            }
          : automation,
      );
    case "AutomationDeleted":
      return automations.filter(({ automationId }) => automationId !== data.automationId);
  }
};

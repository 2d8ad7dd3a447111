import { refuseConflicts } from "../core/conflict.ts";
import { isRefusal } from "../core/decider.ts";
import { type FieldProblem, refuseFields } from "../core/field-problem.ts";
import type { EventMetadata } from "../core/message.ts";
import { titleProblem } from "../text/titles.ts";
import type { AutomationDefinition } from "./automation.ts";
import type { AutomationEvent } from "./events.ts";
import { ownFilters } from "./filters.ts";
import type { CommandOf, Decision, Kind } from "./kind.ts";
import { mergeEdit } from "./merge-edit.ts";
import { refuseUnknown } from "./refusals.ts";
import type { Automation, WorkspaceState } from "./state.ts";
import { find, refuseMore } from "./things.ts";
import { type Change, changed, factsOf, made } from "./tracked.ts";

const trimmed = <D extends { title: string }>(definition: D): D => ({ ...definition, title: definition.title.trim() });

const definitionOf = (automation: Automation): AutomationDefinition => {
  const { automationId: _, ...definition } = factsOf(automation);
  return definition;
};

export const automationKind: Kind<Automation> = {
  name: "automated report",
  plural: "automated reports",
  quota: "automation",
  all: ({ automations }) => automations,
  listed: ({ automations }) => automations,
  idOf: ({ automationId }) => automationId,
  // The clone is paused: nobody has asked for a second delivery of the same yet.
  cloned: (source, { id, title }) => ({
    type: "AutomationCloned",
    data: { automationId: id, ...definitionOf(source), title, enabled: false, clonedFrom: source.automationId },
  }),
  deleted: ({ automationId, title }) => ({ type: "AutomationDeleted", data: { automationId, title } }),
};

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
    ...(hasDesign ? [] : [{ field: "reportId", message: "This report design can't be found. Choose another one." }]),
    ...(hasFilter ? [] : [{ field: "filterId", message: "This filter can't be found. Choose another one." }]),
  ];
};

export const createAutomation = (
  { context, definition, maxAutomations }: CommandOf<"CreateAutomation">,
  state: WorkspaceState,
): Decision => {
  const kept = trimmed(definition);
  const refusal = refuseMore(automationKind, state, maxAutomations) ?? refuseFields(problemsOf(kept, state));
  return refusal ?? [{ type: "AutomationCreated", data: { automationId: context.newId(0), ...kept } }];
};

export const updateAutomation = (
  { automationId, base, wanted }: CommandOf<"UpdateAutomation">,
  state: WorkspaceState,
): Decision => {
  const automation = find(automationKind, state, automationId);
  if (!automation) return refuseUnknown(automationKind.name);
  const sent = trimmed(wanted);
  const merged = mergeEdit({
    base,
    wanted: sent,
    current: definitionOf(automation),
    problems: problemsOf(sent, state),
    collision: (conflicts) => refuseConflicts(conflicts, (field) => automation.changes[field]),
  });
  if (isRefusal(merged)) return merged;
  return merged.changes.map((change) => ({ type: "AutomationChanged", data: { automationId, ...change } }));
};

/** In the order they were made. */
export const evolveAutomations = (
  automations: readonly Automation[],
  { type, data }: AutomationEvent,
  { actor, instant }: EventMetadata,
  version: number,
): readonly Automation[] => {
  const now: Change = { by: { actor, instant }, version };
  switch (type) {
    case "AutomationCreated":
      return [...automations, made(data, now)];
    case "AutomationCloned": {
      const { clonedFrom: _, ...facts } = data;
      return [...automations, made(facts, now)];
    }
    case "AutomationChanged":
      return changed(
        automations,
        ({ automationId }) => automationId === data.automationId,
        now,
        [data.field],
        () => ({ [data.field]: data.to }),
      );
    case "AutomationDeleted":
      return automations.filter(({ automationId }) => automationId !== data.automationId);
  }
};

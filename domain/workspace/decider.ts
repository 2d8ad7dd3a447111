import { columnByKey, defaultColumnKeys } from "../columns/catalogue.ts";
import { type Decider, isRefusal } from "../core/decider.ts";
import { type EventMetadata, isEventOfType } from "../core/message.ts";
import type { CatalogueColumns } from "../designs/validate.ts";
import { automationKind, createAutomation } from "./automations/automations.ts";
import { evolveAccess, recordAccess } from "./automations/destination-key-access.ts";
import { updateAutomation } from "./automations/edit-automation.ts";
import { evolveAutomations } from "./automations/evolve-automations.ts";
import { restorableAutomation } from "./automations/restore-automation.ts";
import type { WorkspaceCommand } from "./commands.ts";
import { createReportDesign, designKind } from "./designs/designs.ts";
import { updateReportDesign } from "./designs/edit-design.ts";
import { evolveDesigns } from "./designs/evolve-designs.ts";
import { restorableDesign } from "./designs/restore-design.ts";
import { automationAccessSchemas, designEventSchemas, filterEventSchemas, type WorkspaceEvent } from "./events.ts";
import { updateFilter } from "./filters/edit-filter.ts";
import { evolveFilters } from "./filters/evolve-filters.ts";
import { createFilter, ensureSystemFilters, filterKind } from "./filters/filters.ts";
import { restorableFilter } from "./filters/restore-filter.ts";
import type { Decision } from "./item-kind.ts";
import { cloneItem, deleteItem, reorderItems, restoreItem } from "./items.ts";
import { refuseTooLarge } from "./size-limit.ts";
import { emptyWorkspace, type WorkspaceState } from "./state.ts";

const decideByKind =
  (known: CatalogueColumns) =>
  (command: WorkspaceCommand, state: WorkspaceState): Decision => {
    const catalogue = { known, defaults: defaultColumnKeys };
    switch (command.type) {
      case "CreateReportDesign":
        return createReportDesign(command, state, catalogue);
      case "CloneReportDesign":
        return cloneItem(designKind, { ...command, id: command.reportId, maxItems: command.maxReports }, state);
      case "DeleteReportDesign":
        return deleteItem(designKind, command.reportId, state);
      case "OrderReportDesigns":
        return reorderItems(designKind, command, state);
      case "UpdateReportDesign":
        return updateReportDesign(command, state, known);
      case "RestoreReportDesign":
        return restoreItem(
          restorableDesign(catalogue),
          { ...command, id: command.reportId, maxItems: command.maxReports },
          state,
        );
      case "EnsureSystemFilters":
        return ensureSystemFilters(command, state);
      case "CreateFilter":
        return createFilter(command, state);
      case "CloneFilter":
        return cloneItem(filterKind, { ...command, id: command.filterId, maxItems: command.maxFilters }, state);
      case "DeleteFilter":
        return deleteItem(filterKind, command.filterId, state);
      case "OrderFilters":
        return reorderItems(filterKind, command, state);
      case "UpdateFilter":
        return updateFilter(command, state);
      case "RestoreFilter":
        return restoreItem(
          restorableFilter(command.texts),
          { ...command, id: command.filterId, maxItems: command.maxFilters },
          state,
        );
      case "CreateAutomation":
        return createAutomation(command, state);
      case "CloneAutomation":
        return cloneItem(
          automationKind,
          { ...command, id: command.automationId, maxItems: command.maxAutomations },
          state,
        );
      case "UpdateAutomation":
        return updateAutomation(command, state);
      case "NoteAutomationAccess":
        return recordAccess(command, state);
      case "DeleteAutomation":
        return deleteItem(automationKind, command.automationId, state);
      case "RestoreAutomation":
        return restoreItem(
          restorableAutomation(command.texts),
          { ...command, id: command.automationId, maxItems: command.maxAutomations },
          state,
        );
    }
  };

const evolve = (
  state: WorkspaceState,
  event: WorkspaceEvent,
  metadata: EventMetadata,
  version: number,
): WorkspaceState => {
  if (isEventOfType(designEventSchemas, event))
    return { ...state, reports: evolveDesigns(state.reports, event, metadata, version) };
  if (isEventOfType(filterEventSchemas, event))
    return { ...state, filters: evolveFilters(state.filters, event, metadata, version) };
  if (isEventOfType(automationAccessSchemas, event))
    return { ...state, automations: evolveAccess(state.automations, event, metadata) };
  return { ...state, automations: evolveAutomations(state.automations, event, metadata, version) };
};

/** Metadata of which only the size matters. */
const placeholderMetadata = {
  schema: 1,
  correlation: "",
  causation: "",
  actor: { kind: "merchant" },
  tenant: "",
} as const;

/** System filters are exempt from the limit. */
const decideWithinSizeLimit = (known: CatalogueColumns) => {
  const byKind = decideByKind(known);
  return (command: WorkspaceCommand, state: WorkspaceState): Decision => {
    const decision = byKind(command, state);
    if (isRefusal(decision) || command.type === "EnsureSystemFilters") return decision;
    const { instant } = command.context;
    const after = decision.reduce(
      (reached, event) => evolve(reached, event, { ...placeholderMetadata, instant }, 0),
      state,
    );
    return refuseTooLarge(state, after) ?? decision;
  };
};

const createWorkspaceDecider = (
  known: CatalogueColumns,
): Decider<WorkspaceCommand, WorkspaceEvent, WorkspaceState> => ({
  category: "workspace",
  stateSchema: 8,
  initialState: emptyWorkspace,
  decide: decideWithinSizeLimit(known),
  evolve,
});

/** Stream `workspace-{tenant}`. */
export const workspaceDecider = createWorkspaceDecider(columnByKey);

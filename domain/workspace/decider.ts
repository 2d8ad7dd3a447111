import { columnByKey, defaultColumnKeys } from "../columns/catalogue.ts";
import type { Decider } from "../core/decider.ts";
import type { EventMetadata } from "../core/message.ts";
import {
  cloneAutomation,
  createAutomation,
  deleteAutomation,
  evolveAutomations,
  updateAutomation,
} from "./automations.ts";
import type { WorkspaceCommand } from "./commands.ts";
import {
  cloneReportDesign,
  createReportDesign,
  type Decision,
  deleteReportDesign,
  evolveDesigns,
  type KnownColumns,
  orderReportDesigns,
} from "./designs.ts";
import { updateFilter } from "./edit-filter.ts";
import type { WorkspaceEvent } from "./events.ts";
import { evolveFilters } from "./evolve-filters.ts";
import { cloneFilter, createFilter, deleteFilter, ensureSystemFilters, orderFilters } from "./filters.ts";
import { restoreReportDesign } from "./restore-design.ts";
import { restoreFilter } from "./restore-filter.ts";
import { emptyWorkspace, type WorkspaceState } from "./state.ts";

export type { KnownColumns } from "./designs.ts";

const decideOver =
  (known: KnownColumns) =>
  (command: WorkspaceCommand, state: WorkspaceState): Decision => {
    const catalogue = { known, defaults: defaultColumnKeys };
    switch (command.type) {
      case "CreateReportDesign":
        return createReportDesign(command, state, catalogue);
      case "CloneReportDesign":
        return cloneReportDesign(command, state);
      case "DeleteReportDesign":
        return deleteReportDesign(command, state);
      case "OrderReportDesigns":
        return orderReportDesigns(command, state);
      case "RestoreReportDesign":
        return restoreReportDesign(command, state, catalogue);
      case "EnsureSystemFilters":
        return ensureSystemFilters(command, state);
      case "CreateFilter":
        return createFilter(command, state);
      case "CloneFilter":
        return cloneFilter(command, state);
      case "DeleteFilter":
        return deleteFilter(command, state);
      case "OrderFilters":
        return orderFilters(command, state);
      case "UpdateFilter":
        return updateFilter(command, state);
      case "RestoreFilter":
        return restoreFilter(command, state);
      case "CreateAutomation":
        return createAutomation(command, state);
      case "CloneAutomation":
        return cloneAutomation(command, state);
      case "UpdateAutomation":
        return updateAutomation(command, state);
      case "DeleteAutomation":
        return deleteAutomation(command, state);
    }
  };

const evolve = (
  state: WorkspaceState,
  event: WorkspaceEvent,
  metadata: EventMetadata,
  version: number,
): WorkspaceState => {
  switch (event.type) {
    case "ReportDesignCreated":
    case "ReportDesignCloned":
    case "ReportDesignDeleted":
    case "ReportDesignsOrdered":
    case "ReportDesignRestored":
      return { ...state, reports: evolveDesigns(state.reports, event) };
    case "FilterCreated":
    case "FilterCloned":
    case "FilterRenamed":
    case "FilterStatusChanged":
    case "FilterSieverChanged":
    case "FilterDeleted":
    case "FiltersOrdered":
    case "FilterRestored":
      return { ...state, filters: evolveFilters(state.filters, event, metadata, version) };
    case "AutomationCreated":
    case "AutomationCloned":
    case "AutomationChanged":
    case "AutomationDeleted":
      return { ...state, automations: evolveAutomations(state.automations, event, metadata) };
  }
};

/** Stream `workspace-{tenant}`, over a catalogue of columns. */
export const createWorkspaceDecider = (
  known: KnownColumns,
): Decider<WorkspaceCommand, WorkspaceEvent, WorkspaceState> => ({
  category: "workspace",
  stateSchema: 3,
  initialState: emptyWorkspace,
  decide: decideOver(known),
  evolve,
});

/** Stream `workspace-{tenant}`. */
export const workspaceDecider = createWorkspaceDecider(columnByKey);

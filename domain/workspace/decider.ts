import { columnByKey, defaultColumnKeys } from "../columns/catalogue.ts";
import { type Decider, type Refusal, refuse } from "../core/decider.ts";
import { Grouping } from "../enumerations.ts";
import { freshColumn } from "./chosen-column.ts";
import type { WorkspaceCommand } from "./commands.ts";
import type { WorkspaceEvent } from "./events.ts";
import { emptyWorkspace, type WorkspaceState } from "./state.ts";
import { firstFreeTitle } from "./titles.ts";

/** What the workspace must know of the catalogue. */
export type KnownColumns = { has(key: string): boolean };

const refuseBadColumns = (keys: readonly string[], known: KnownColumns): Refusal | undefined => {
  if (keys.length === 0) return refuse("invalid", "A report design needs a column. Choose at least one.");
  const unknown = keys.filter((key) => !known.has(key));
  if (unknown.length > 0)
    return refuse("invalid", `There is no column ${unknown.join(", ")}. Choose from the list of columns.`);
  const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
  if (twice.length > 0)
    return refuse("invalid", `Column ${twice.join(", ")} is chosen twice. Choose each column once.`);
  return undefined;
};

const createReportDesign = (
  command: Extract<WorkspaceCommand, { type: "CreateReportDesign" }>,
  { reports }: WorkspaceState,
  known: KnownColumns,
): readonly WorkspaceEvent[] | Refusal => {
  // Part 1 section 8, word for word.
  if (reports.length >= command.maxReports)
    return refuse("rule", "You cannot add new reports. You have exceed the report's quota");
  const grouping = command.grouping ?? Grouping.Orders;
  if (grouping !== Grouping.Orders && grouping !== Grouping.OnePerOrder)
    return refuse("invalid", "A report design has one row per order line or one per order. Choose one of the two.");
  const keys = command.columns ?? defaultColumnKeys;
  const bad = refuseBadColumns(keys, known);
  if (bad) return bad;
  const title = firstFreeTitle(
    "Untitled",
    reports.map((report) => report.title),
  );
  return [
    {
      type: "ReportDesignCreated",
      data: {
        reportId: command.context.newId(0),
        title,
        grouping,
        ordering: reports.length,
        columns: keys.map(freshColumn),
      },
    },
  ];
};

const evolveWorkspace = (state: WorkspaceState, event: WorkspaceEvent): WorkspaceState => {
  switch (event.type) {
    case "ReportDesignCreated":
      return { ...state, reports: [...state.reports, event.data] };
    default:
      return state;
  }
};

/** Stream `workspace-{tenant}`, over a catalogue of columns. */
export const createWorkspaceDecider = (
  known: KnownColumns,
): Decider<WorkspaceCommand, WorkspaceEvent, WorkspaceState> => ({
  category: "workspace",
  stateSchema: 2,
  initialState: emptyWorkspace,
  decide: (command, state) => {
    switch (command.type) {
      case "CreateReportDesign":
        return createReportDesign(command, state, known);
      default:
        return refuse("rule", "This cannot be changed yet. Make a new report design instead.");
    }
  },
  evolve: evolveWorkspace,
});

/** Stream `workspace-{tenant}`. */
export const workspaceDecider = createWorkspaceDecider(columnByKey);

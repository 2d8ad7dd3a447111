import type { Grouping } from "../enumerations.ts";
import type { ChosenColumn } from "./events.ts";

export type ReportDesign = {
  reportId: string;
  title: string;
  grouping: Grouping;
  ordering: number;
  columns: readonly ChosenColumn[];
};

/**
 * Everything the merchant edits, each kind a list of its own: quotas, order, titles and 'in use by' cross them (design section 3).
 * A new kind is a new list and a higher state schema.
 */
export type WorkspaceState = { reports: readonly ReportDesign[] };

export const emptyWorkspace: WorkspaceState = { reports: [] };

import { quotaMessages } from "#domain/workspace/refusals.ts";
import type { WorkspaceTexts } from "../texts.ts";

export const filterTexts: WorkspaceTexts = {
  heading: "Filters",
  itemName: "filter",
  create: "Create filter",
  empty: "No filters created",
  emptyText: "A filter chooses which orders and lines a report includes. Save it once, use it in any report.",
  full: quotaMessages.filter,
  fullClone: "You have exceeded the filter's quota",
  cannotFetch: "Cannot fetch filters from server",
  cannotCreate: "Cannot create a new filter",
  cannotClone: "Cannot clone the filter",
  cannotDelete: "Cannot delete the filter",
  cannotOrder: "Cannot save filter's ordering",
  deleted: "The filter is deleted",
  refused: "Error deleting filter",
  usedBy: (automation) => automation.report_filter_id,
};

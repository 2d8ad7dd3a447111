import { quotaMessages } from "#domain/workspace/refusals.ts";
import type { WorkspaceTexts } from "../texts.ts";

export const designTexts: WorkspaceTexts = {
  heading: "Report designs",
  itemName: "report design",
  create: "Create report design",
  empty: "No report design available",
  emptyText: "A report design sets which columns a report shows and what each row stands for.",
  full: quotaMessages.report,
  fullClone: "You have exceeded the report's quota",
  cannotFetch: "Cannot fetch reports from server",
  cannotCreate: "Cannot create a new report",
  cannotClone: "Cannot clone the report",
  cannotDelete: "Cannot delete the report",
  cannotOrder: "Cannot save report's ordering",
  deleted: "The report is deleted",
  refused: "Error deleting report",
  usedBy: (automation) => automation.report_id,
};

import { quotaMessages } from "#domain/workspace/refusals.ts";
import type { ListTexts } from "../texts.ts";

/** Texts about automated reports (S-2.2.4, S-2.2.6, S-2.8). */
export const automationTexts = {
  heading: "Automated reports",
  itemName: "automated report",
  create: "Create automated report",
  empty: "No automated reports available",
  emptyText: "Sheaf makes and sends a report for you, on the days and at the time you choose.",
  full: quotaMessages.automation,
  fullClone: "You have exceeded your automated report's quota",
  /** Title of Clone in the editor, at the quota. */
  fullCloneInEditor: "Cannot add any more automated reports",
  cannotFetch: "Cannot fetch Automated Reports from server",
  cannotCreate: "Cannot create a new automation",
  cannotClone: "Cannot clone the Automated Report",
  cannotDelete: "Cannot delete the Automated Report",
  deleted: "The Automated Report is deleted",
  deletes: "A report that's being made or sent now still goes out. The history is kept.",
  cannotTest: "Cannot execute the Automated Report test run",
  triedNow: "The report is being tried again",
  sentAgain: "The report is being sent again",
  pausedSendsNothing: "The automated report is paused. Start it, then send this report again.",
  testRequested: "The Automated Report test run is requested",
} satisfies ListTexts & Record<string, string>;

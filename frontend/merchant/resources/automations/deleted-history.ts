import { automationHistoryPath } from "../../../shared/navigation/paths.ts";

/** Link to what remains of a deleted automated report. */
export const deletedHistoryLink = (id: string) => ({
  text: "A report that was already under way still goes out.",
  link: "Report history",
  path: automationHistoryPath(id),
});

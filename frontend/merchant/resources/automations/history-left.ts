import { automationHistoryPath } from "../../../shared/navigation/paths.ts";

/** What remains of a deleted automated report, and where. */
export const historyLeft = (id: string) => ({
  text: "A report that was under way still goes out.",
  link: "Report history",
  path: automationHistoryPath(id),
});

import { automationHistoryPath } from "../../../shared/navigation/paths.ts";

/** What is left of an automated report that was deleted, and where. */
export const historyLeft = (id: string) => ({
  text: "A report that was under way still goes out.",
  link: "Report history",
  path: automationHistoryPath(id),
});

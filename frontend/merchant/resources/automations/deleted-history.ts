import { automationHistoryPath } from "../../../shared/navigation/paths.ts";

/** Returns the remains of a deleted automated report, with their address. */
export const deletedHistoryLink = (id: string) => ({
  text: "A report that was under way still goes out.",
  link: "Report history",
  path: automationHistoryPath(id),
});

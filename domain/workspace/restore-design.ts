import { jsonEqual } from "../core/json-equal.ts";
import { freshColumn } from "../designs/chosen-column.ts";
import { Grouping } from "../enumerations.ts";
import { firstFreeTitle, titleProblem } from "../text/titles.ts";
import { type CommandOf, type Decision, groupingsOffered, type KnownColumns, titlesOf } from "./designs.ts";
import { refuseOverQuota } from "./refusals.ts";
import type { WorkspaceState } from "./state.ts";

/**
 * The design as it was at a version, as far as today's rules allow: what they do not is left as it is now (of a deleted design: as it
 * is in a new one), and said. A deleted one comes back at the end of the list, while the quota has room.
 */
export const restoreReportDesign = (
  { earlier, version, maxReports }: Omit<CommandOf<"RestoreReportDesign">, "context">,
  { reports }: WorkspaceState,
  catalogue: { known: KnownColumns; defaults: readonly string[] },
): Decision => {
  const now = reports.find(({ reportId }) => reportId === earlier.reportId);
  const over = now ? undefined : refuseOverQuota("report", reports.length, maxReports);
  if (over) return over;
  const notRestored: string[] = [];

  const problem = titleProblem(earlier.title, "design");
  const title = problem ? (now?.title ?? firstFreeTitle("Untitled", titlesOf(reports))) : earlier.title;
  if (problem) notRestored.push(`The title “${earlier.title}” could not be restored. ${problem}`);

  const offered = groupingsOffered.includes(earlier.grouping);
  const grouping = offered ? earlier.grouping : (now?.grouping ?? Grouping.Orders);
  if (!offered) notRestored.push("The grouping could not be restored: it is not offered. Choose another one.");

  const columns = earlier.columns.filter(({ column }) => catalogue.known.has(column));
  for (const gone of earlier.columns.filter(({ column }) => !catalogue.known.has(column)))
    notRestored.push(
      `The column “${gone.title ?? gone.column}” could not be restored: there is no such column any more.`,
    );

  const design = {
    reportId: earlier.reportId,
    title,
    grouping,
    ordering: now?.ordering ?? reports.length,
    columns: columns.length > 0 ? columns : (now?.columns ?? catalogue.defaults.map(freshColumn)),
  };
  if (notRestored.length === 0 && jsonEqual(design, now)) return [];
  return [{ type: "ReportDesignRestored", data: { ...design, version, notRestored } }];
};

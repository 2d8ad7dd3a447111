import type { Refusal } from "../core/decider.ts";
import { refuse } from "../core/decider.ts";
import { freshColumn } from "../designs/chosen-column.ts";
import { Grouping } from "../enumerations.ts";
import { cloneTitle, firstFreeTitle } from "../text/titles.ts";
import type { WorkspaceCommand } from "./commands.ts";
import type { WorkspaceEvent } from "./events.ts";
import { arrange, refuseBadOrder, renumber, reorder } from "./ordering.ts";
import { refuseInUse, refuseOverQuota, refuseUnknown } from "./refusals.ts";
import type { ReportDesign, WorkspaceState } from "./state.ts";

export type Decision = readonly WorkspaceEvent[] | Refusal;
export type CommandOf<Type extends WorkspaceCommand["type"]> = Extract<WorkspaceCommand, { type: Type }>;

/** What the workspace must know of the catalogue. */
export type KnownColumns = { has(key: string): boolean };

/** What one row of a design can be today. */
export const groupingsOffered: readonly Grouping[] = [Grouping.Orders, Grouping.OnePerOrder];

export const titlesOf = (things: readonly { title: string }[]) => things.map(({ title }) => title);

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

export const createReportDesign = (
  command: CommandOf<"CreateReportDesign">,
  { reports }: WorkspaceState,
  catalogue: { known: KnownColumns; defaults: readonly string[] },
): Decision => {
  const over = refuseOverQuota("report", reports.length, command.maxReports);
  if (over) return over;
  const grouping = command.grouping ?? Grouping.Orders;
  if (!groupingsOffered.includes(grouping))
    return refuse("invalid", "A report design has one row per order line or one per order. Choose one of the two.");
  const keys = command.columns ?? catalogue.defaults;
  const bad = refuseBadColumns(keys, catalogue.known);
  if (bad) return bad;
  const data = {
    reportId: command.context.newId(0),
    title: firstFreeTitle("Untitled", titlesOf(reports)),
    grouping,
    ordering: reports.length,
    columns: keys.map(freshColumn),
  };
  return [{ type: "ReportDesignCreated", data }];
};

export const cloneReportDesign = (command: CommandOf<"CloneReportDesign">, { reports }: WorkspaceState): Decision => {
  const source = reports.find(({ reportId }) => reportId === command.reportId);
  if (!source) return refuseUnknown("report design");
  const over = refuseOverQuota("report", reports.length, command.maxReports);
  if (over) return over;
  const data = {
    ...source,
    reportId: command.context.newId(0),
    title: cloneTitle(source.title),
    ordering: reports.length,
    clonedFrom: source.reportId,
  };
  return [{ type: "ReportDesignCloned", data }];
};

export const deleteReportDesign = (
  { reportId }: CommandOf<"DeleteReportDesign">,
  { reports, automations }: WorkspaceState,
): Decision => {
  const design = reports.find((report) => report.reportId === reportId);
  if (!design) return refuseUnknown("report design");
  const inUse = refuseInUse(automations, (automation) => automation.reportId === reportId, "report design");
  if (inUse) return inUse;
  const left = reports.filter((report) => report !== design).map((report) => report.reportId);
  return [{ type: "ReportDesignDeleted", data: { reportId, title: design.title, left } }];
};

export const orderReportDesigns = (
  { base, wanted }: CommandOf<"OrderReportDesigns">,
  { reports }: WorkspaceState,
): Decision => {
  const from = reports.map(({ reportId }) => reportId);
  const bad = refuseBadOrder({ base, wanted, current: from }, "report designs");
  if (bad) return bad;
  const { to, moved } = reorder({ base, wanted, current: from });
  return moved.length === 0 ? [] : [{ type: "ReportDesignsOrdered", data: { from, to, moved } }];
};

export type DesignEvent = Extract<WorkspaceEvent, { type: `ReportDesign${string}` }>;

export const evolveDesigns = (
  reports: readonly ReportDesign[],
  { type, data }: DesignEvent,
): readonly ReportDesign[] => {
  switch (type) {
    case "ReportDesignCreated":
      return [...reports, data];
    case "ReportDesignCloned": {
      const { clonedFrom: _, ...design } = data;
      return [...reports, design];
    }
    case "ReportDesignDeleted":
      return renumber(reports.filter(({ reportId }) => reportId !== data.reportId));
    case "ReportDesignsOrdered":
      return arrange(reports, data.to, ({ reportId }) => reportId);
    case "ReportDesignRestored": {
      const { version: _, notRestored: __, ...design } = data;
      const known = reports.some(({ reportId }) => reportId === design.reportId);
      return known
        ? reports.map((report) => (report.reportId === design.reportId ? design : report))
        : [...reports, design];
    }
  }
};

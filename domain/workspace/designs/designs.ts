import { isAmount } from "../../columns/amounts.ts";
import type { Refusal } from "../../core/decider.ts";
import { refuse } from "../../core/decider.ts";
import type { DesignContent, DesignFacts } from "../../designs/design.ts";
import { groupingNotOfShop } from "../../designs/feature-problems.ts";
import { type StarterKey, starterOf } from "../../designs/starters.ts";
import { type CatalogueColumns, groupingNotOffered, groupingsOffered } from "../../designs/validate.ts";
import { Grouping, NumberFormatType, WorksheetSplitter } from "../../enumerations.ts";
import { findFirstFreeTitle, findFreeTitle } from "../../text/titles.ts";
import type { CommandOf, Decision, OrderedItemKind } from "../item-kind.ts";
import { refuseItemOverQuota } from "../items.ts";
import type { ReportDesign, WorkspaceState } from "../state.ts";
import { pickFacts } from "../track-changes.ts";

/** The workspace's part of the column catalogue. */
export type Catalogue = { known: CatalogueColumns; defaults: readonly string[] };

export const designKind: OrderedItemKind<ReportDesign> = {
  name: "report design",
  plural: "report designs",
  quota: "report",
  all: ({ reports }) => reports,
  listed: ({ reports }) => reports,
  idOf: ({ reportId }) => reportId,
  usedBy: ({ reportId }) => reportId,
  cloned: (source, { id, title, ordering }) => ({
    type: "ReportDesignCloned",
    data: { ...pickFacts(source), reportId: id, title, ordering, clonedFrom: source.reportId },
  }),
  deleted: ({ reportId, title }, left) => ({ type: "ReportDesignDeleted", data: { reportId, title, left } }),
  ordered: (data) => ({ type: "ReportDesignsOrdered", data }),
};

/** Creates the content of a new design. */
export const createDesignContent = ({ reports }: WorkspaceState, { defaults }: Catalogue): DesignContent => ({
  title: findFirstFreeTitle(
    "Untitled",
    reports.map(({ title }) => title),
  ),
  grouping: Grouping.Orders,
  splitter: WorksheetSplitter.None,
  sortedBy: null,
  shown: defaults,
  settings: {},
});

/** Shows amounts in the shop's money format, as starters do. */
const withMoney = (design: DesignContent): DesignContent => ({
  ...design,
  settings: Object.fromEntries(
    design.shown.filter(isAmount).map((column) => [column, { format: { type: NumberFormatType.Currency } }]),
  ),
});

/** A blank design gets the title of any new design. */
const contentFromStarter = (key: StarterKey, { reports }: WorkspaceState, fresh: DesignContent): DesignContent => {
  const { title, design } = starterOf(key);
  const taken = reports.map((report) => report.title);
  return { ...design, title: key === "Blank" ? fresh.title : findFreeTitle(title, taken) };
};

const refuseBadColumns = (keys: readonly string[], known: CatalogueColumns): Refusal | undefined => {
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
  state: WorkspaceState,
  catalogue: Catalogue,
): Decision => {
  const over = refuseItemOverQuota(designKind, state, command.maxReports);
  if (over) return over;
  const fresh = createDesignContent(state, catalogue);
  const begun = command.starter === undefined ? withMoney(fresh) : contentFromStarter(command.starter, state, fresh);
  const { grouping = begun.grouping, columns: shown = begun.shown } = command;
  if (!groupingsOffered.includes(grouping)) return refuse("invalid", groupingNotOffered);
  if (!command.features.groupings.includes(grouping)) return refuse("invalid", groupingNotOfShop);
  // Columns that the call names come as the catalogue has them.
  const settings = command.starter === undefined && command.columns !== undefined ? {} : begun.settings;
  const bad = refuseBadColumns(shown, catalogue.known);
  if (bad) return bad;
  const data: DesignFacts = {
    reportId: command.context.newId(0),
    ordering: state.reports.length,
    ...begun,
    grouping,
    shown: [...shown],
    settings,
  };
  return [{ type: "ReportDesignCreated", data }];
};

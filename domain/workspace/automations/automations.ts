import { type Refusal, refuse } from "../../core/decider.ts";
import { refuseFields } from "../../core/field-problem.ts";
import { DestinationKind, FileType } from "../../enumerations.ts";
import { findFirstFreeTitle, findFreeTitle, maxTitleLength } from "../../text/titles.ts";
import { listOwnFilters } from "../filters/filters.ts";
import type { CommandOf, Decision, ItemKind } from "../item-kind.ts";
import { refuseItemOverQuota } from "../items.ts";
import type { Automation, AutomationFacts, WorkspaceState } from "../state.ts";
import { type AutomationDefinition, type ChosenParts, dailySchedule } from "./automation.ts";
import { designProblems, filterProblems } from "./automation-problems.ts";
import { cannotCreateTitle } from "./cannot-create-title.ts";
import type { Destination } from "./destination.ts";
import { findFileConflicts } from "./file-conflicts.ts";

/** Picks the part that a merchant edits. */
export const toDefinition = ({
  title,
  reportId,
  filterId,
  fileType,
  exportEmptyReports,
  applyDateFilter,
  dateBasis,
  enabled,
  schedule,
  destination,
  next,
}: AutomationDefinition): AutomationDefinition => ({
  title,
  reportId,
  filterId,
  fileType,
  exportEmptyReports,
  applyDateFilter,
  ...(dateBasis && { dateBasis }),
  enabled,
  schedule,
  destination,
  ...(next && { next }),
});

/** Drops the destination that isn't in use yet. Clones and restored versions lack it. */
export const withoutNext = (definition: AutomationDefinition): AutomationDefinition =>
  toDefinition({ ...definition, next: null });

/** Drops bookkeeping. */
export const automationFacts = (automation: AutomationFacts): AutomationFacts => ({
  automationId: automation.automationId,
  ...toDefinition(automation),
});

/** Public names are unique, so a clone gets the next free one. */
const clonedDestination = (destination: Destination, automations: readonly Automation[]): Destination => {
  if (destination.kind !== DestinationKind.PublicUrl || destination.reportName === "") return destination;
  const taken = automations.flatMap((one) =>
    one.destination.kind === DestinationKind.PublicUrl ? [one.destination.reportName] : [],
  );
  return { ...destination, reportName: findFreeTitle(destination.reportName, taken) };
};

/** Shortens the title to fit. */
const appendNumber = (title: string, number: number): string => {
  const ending = ` ${number}`;
  return (
    Array.from(title)
      .slice(0, maxTitleLength - ending.length)
      .join("")
      .trimEnd() + ending
  );
};

/** A clone whose file names clash couldn't be started (ADR 84). Paused reports count, too. */
const clonedTitle = (source: Automation, title: string, automations: readonly Automation[]): string => {
  const isFree = (one: string) =>
    findFileConflicts({ ...source, automationId: "", title: one }, automations).length === 0;
  let free = title;
  for (let number = 2; !isFree(free); number += 1) free = appendNumber(title, number);
  return free;
};

export const automationKind: ItemKind<Automation> = {
  name: "automated report",
  plural: "automated reports",
  quota: "automation",
  all: ({ automations }) => automations,
  listed: ({ automations }) => automations,
  idOf: ({ automationId }) => automationId,
  // Nobody asked for a second delivery, so a clone is paused.
  cloned: (source, { id, title }, { automations }) => ({
    type: "AutomationCloned",
    data: {
      ...withoutNext(source),
      automationId: id,
      title: clonedTitle(source, title, automations),
      enabled: false,
      destination: clonedDestination(source.destination, automations),
      clonedFrom: source.automationId,
    },
  }),
  deleted: ({ automationId, title }) => ({ type: "AutomationDeleted", data: { automationId, title } }),
};

const describeMissingParts = ({ reports, filters }: WorkspaceState): string | undefined => {
  const needs = "An automated report needs a report design and a filter.";
  const noFilter = listOwnFilters(filters).length === 0;
  if (reports.length === 0 && noFilter) return `${needs} Create one of each first.`;
  if (reports.length === 0) return `${needs} Create a report design first.`;
  return noFilter ? `${needs} Create a filter first.` : undefined;
};

/**
 * Creates a paused report: the first report design, Excel, daily, by e-mail. The merchant chooses the filter.
 */
export const createDefinition = (
  { automations, reports }: WorkspaceState,
  recipients: readonly string[],
  { reportId, filterId = "", fileType = FileType.Excel, dateBasis }: ChosenParts = {},
): AutomationDefinition | undefined => {
  const [design] = reports;
  return (
    design && {
      title: findFirstFreeTitle(
        "New automated report ",
        automations.map(({ title }) => title),
      ),
      reportId: reportId ?? design.reportId,
      filterId,
      fileType,
      exportEmptyReports: true,
      applyDateFilter: true,
      ...(dateBasis && { dateBasis }),
      enabled: false,
      schedule: dailySchedule,
      destination: {
        kind: DestinationKind.Email,
        recipients,
        fromName: "",
        replyTo: "",
        subject: "",
        message: "",
        asLink: false,
      },
    }
  );
};

/** Refuses creation without a report design or a filter. `details`: title of the dialog. */
export const findMissingParts = (state: WorkspaceState): Refusal | undefined => {
  const missing = describeMissingParts(state);
  return missing === undefined ? undefined : refuse("rule", missing, cannotCreateTitle);
};

/** Refuses creation over quota or with missing parts. */
export const refuseCreation = (state: WorkspaceState, maxAutomations: number): Refusal | undefined =>
  refuseItemOverQuota(automationKind, state, maxAutomations) ?? findMissingParts(state);

export const createAutomation = (
  { context, recipients, maxAutomations, chosen = {} }: CommandOf<"CreateAutomation">,
  state: WorkspaceState,
): Decision => {
  const { reportId, filterId } = chosen;
  const refused =
    refuseCreation(state, maxAutomations) ??
    refuseFields([
      ...(reportId === undefined ? [] : designProblems(reportId, state)),
      ...(filterId === undefined ? [] : filterProblems(filterId, state)),
    ]);
  if (refused) return refused;
  const fresh = createDefinition(state, recipients, chosen);
  return fresh ? [{ type: "AutomationCreated", data: { automationId: context.newId(0), ...fresh } }] : [];
};

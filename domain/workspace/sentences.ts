import { FileType } from "../enumerations.ts";
import { rowPer } from "../groupings/row-words.ts";
import type { WorkspaceEvent } from "./events.ts";
import { sieverChange } from "./siever-change.ts";
import { longestTitle } from "./titles.ts";
import { fieldWords, quoted, statusWords } from "./words.ts";

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** The clone's own title says what it was made of, but for what was cut off. */
const clonedFrom = (title: string): string => {
  const source = title.replace(/^Copy of /, "");
  return `Cloned from ${quoted(Array.from(title).length < longestTitle ? source : `${source}…`)}.`;
};

const restored = (notRestored: readonly string[]): string =>
  ["Restored as it was in an earlier version.", ...notRestored].join(" ");

const moved = ({ from, to }: { from: readonly string[]; to: readonly string[] }, objectId: string): string => {
  const [before, after] = [from.indexOf(objectId) + 1, to.indexOf(objectId) + 1];
  if (before === 0 || after === 0) return "The list was put in another order.";
  return before === after
    ? `Stayed at place ${after} while others moved around it.`
    : `Moved from place ${before} to place ${after}.`;
};

const fileTypes = new Map(
  Object.entries(FileType).map(([name, type]) => [type, name === "Excel" ? name : name.toUpperCase()]),
);

const automationChange = (change: Extract<WorkspaceEvent, { type: "AutomationChanged" }>["data"]): string => {
  switch (change.field) {
    case "title":
      return `Renamed from ${quoted(change.from)} to ${quoted(change.to)}.`;
    case "reportId":
      return "Another report design was chosen.";
    case "filterId":
      return "Another filter was chosen.";
    case "fileType":
      return `File format: from ${fileTypes.get(change.from)} to ${fileTypes.get(change.to)}.`;
    case "exportEmptyReports":
      return change.to ? "Empty reports are sent from now on." : "Empty reports are not sent any more.";
    case "applyDateFilter":
      return change.to ? "The date filter was switched on." : "The date filter was switched off.";
    case "enabled":
      return change.to ? "Started." : "Paused.";
  }
};

/**
 * What happened to one thing, as a whole sentence in the merchant's words, without codes and ids. `objectId`: the thing it is told of;
 * only a new order tells every one of its things something else. An event type without a sentence does not compile.
 */
export const sentenceOf = ({ type, data }: WorkspaceEvent, objectId: string): string => {
  switch (type) {
    case "ReportDesignCreated":
      return `Created with ${counted(data.columns.length, "column")}, one row per ${rowPer[data.grouping]}.`;
    case "FilterCreated":
      return `Created as ${quoted(data.title)}.`;
    case "AutomationCreated":
      return `Created as ${quoted(data.title)}.`;
    case "ReportDesignCloned":
    case "FilterCloned":
    case "AutomationCloned":
      return clonedFrom(data.title);
    case "ReportDesignDeleted":
    case "FilterDeleted":
    case "AutomationDeleted":
      return "Deleted.";
    case "ReportDesignsOrdered":
    case "FiltersOrdered":
      return moved(data, objectId);
    case "ReportDesignRestored":
    case "FilterRestored":
      return restored(data.notRestored);
    case "FilterRenamed":
      return data.from === data.to
        ? "Renamed, and named as before again."
        : `Renamed from ${quoted(data.from)} to ${quoted(data.to)}.`;
    case "FilterStatusChanged": {
      const name = fieldWords(data.status);
      const [from, to] = [statusWords(data.status, data.from), statusWords(data.status, data.to)];
      return from === to ? `${name}: changed and changed back.` : `${name}: from ${from} to ${to}.`;
    }
    case "FilterSieverChanged":
      return sieverChange(data.siever, data, { added: "added", removed: "removed" });
    case "AutomationChanged":
      return automationChange(data);
  }
};

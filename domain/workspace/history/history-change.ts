import { type DesignField, toColumnField } from "../../designs/fields.ts";
import type { Grouping } from "../../enumerations.ts";
import { detokenizeValue, listReferences, type PersonalTexts } from "../../filters/personal.ts";
import type { SieverCode } from "../../filters/sievers.ts";
import { shortenText } from "../../text/shorten-text.ts";
import {
  detokenizeFields,
  type FieldChange,
  fieldsChangedBy,
  joinFieldChanges,
  referencesInFields,
  toEditGroupKey,
} from "../automations/automation-change.ts";
import type { Following, WorkspaceEvent } from "../events.ts";
import { diffLists, joinDifferences, type ListDifference, truncateDifference } from "./list-difference.ts";

type DataOf<Type extends WorkspaceEvent["type"]> = Extract<WorkspaceEvent, { type: Type }>["data"];

/** Formulas that followed moved columns: the first few, and the number of others. */
export type FollowedFormulas = { first: readonly { column: string; reads: string }[]; more: number };

/** Data of a history line, limited to what its sentence and joins need (ADR 20): a few kilobytes. */
export type HistoryChange =
  | { kind: "designed"; columns: number; grouping: Grouping }
  | { kind: "created"; title: string }
  | { kind: "cloned"; title: string }
  | { kind: "deleted" }
  /** Positions from 1; 0 if the item was not in the list. */
  | { kind: "moved"; from: number; to: number }
  | { kind: "restored"; version: number; notRestored: readonly string[] }
  | { kind: "renamed"; from: string; to: string }
  /** `more`: number of columns beyond the first few. */
  | {
      kind: "columns";
      did: "hidden" | "moved" | "shown";
      columns: readonly string[];
      more: number;
      formulas?: FollowedFormulas;
    }
  /** A field other than the title. */
  | { kind: "design"; field: DesignField; from: unknown; to: unknown; formulas?: FollowedFormulas }
  | { kind: "status"; change: Omit<DataOf<"FilterStatusChanged">, "filterId"> }
  | { kind: "values"; siever: SieverCode; difference: ListDifference }
  /** Fields that were edited together. */
  | { kind: "automation"; fields: readonly FieldChange[] }
  /** `host`: the key's server. */
  | { kind: "access"; did: "secret-shown" | "secret-renewed" }
  | { kind: "access"; did: "key-forgotten"; host: string };

const maxNamedItems = 6;
const maxNamedFormulas = 3;
const maxFormulaLength = 120;

const summarizeFormulas = ({ formulas = {} }: Following): { formulas?: FollowedFormulas } => {
  const all = Object.entries(formulas);
  if (all.length === 0) return {};
  const first = all
    .slice(0, maxNamedFormulas)
    .map(([column, reads]) => ({ column, reads: shortenText(reads, maxFormulaLength) }));
  return { formulas: { first, more: all.length - first.length } };
};

const summarizeColumns = (
  did: "hidden" | "moved" | "shown",
  { columns, ...following }: { columns: readonly string[] } & Following,
): HistoryChange => ({
  kind: "columns",
  did,
  columns: columns.slice(0, maxNamedItems),
  more: Math.max(0, columns.length - maxNamedItems),
  ...summarizeFormulas(following),
});

/** Reads the change of one item. `objectId`: that item; a reordering differs between its items. */
export const toHistoryChange = (event: WorkspaceEvent, objectId: string): HistoryChange => {
  const { type, data } = event;
  switch (type) {
    case "ReportDesignCreated":
      return { kind: "designed", columns: data.shown.length, grouping: data.grouping };
    case "FilterCreated":
    case "AutomationCreated":
      return { kind: "created", title: data.title };
    case "ReportDesignCloned":
    case "FilterCloned":
    case "AutomationCloned":
      return { kind: "cloned", title: data.title };
    case "ReportDesignDeleted":
    case "FilterDeleted":
    case "AutomationDeleted":
      return { kind: "deleted" };
    case "ReportDesignsOrdered":
    case "FiltersOrdered":
      return { kind: "moved", from: data.from.indexOf(objectId) + 1, to: data.to.indexOf(objectId) + 1 };
    case "ReportDesignRestored":
    case "FilterRestored":
    case "AutomationRestored":
      return { kind: "restored", version: data.version, notRestored: data.notRestored };
    case "ReportColumnHidden":
      return summarizeColumns("hidden", data);
    case "ReportColumnMoved":
      return summarizeColumns("moved", data);
    case "ReportColumnShown":
      return summarizeColumns("shown", data);
    case "ReportGroupingChanged":
      return { kind: "design", field: "grouping", from: data.from, to: data.to, ...summarizeFormulas(data) };
    case "ReportSplitterChanged":
      return { kind: "design", field: "ws_splitter", from: data.from, to: data.to };
    case "ReportSortingChanged":
      return { kind: "design", field: "sorting", from: data.from, to: data.to };
    case "ReportColumnRenamed":
      return { kind: "design", field: toColumnField(data.column, "title"), from: data.from, to: data.to };
    case "ReportColumnResized":
      return { kind: "design", field: toColumnField(data.column, "width"), from: data.from, to: data.to };
    case "ReportNumberFormatChanged":
      return { kind: "design", field: toColumnField(data.column, "format"), from: data.from, to: data.to };
    case "CustomColumnChanged":
      return {
        kind: "design",
        field: toColumnField(data.column, "custom"),
        from: data.from,
        to: data.to,
        ...summarizeFormulas(data),
      };
    case "ReportRenamed":
    case "FilterRenamed":
    case "AutomationRenamed":
      return { kind: "renamed", from: data.from, to: data.to };
    case "FilterStatusChanged": {
      const { filterId: _, ...change } = data;
      return { kind: "status", change };
    }
    case "FilterSieverChanged":
      return { kind: "values", siever: data.siever, difference: truncateDifference(diffLists(data.from, data.to)) };
    case "WebhookSecretShown":
      return { kind: "access", did: "secret-shown" };
    case "WebhookSecretRenewed":
      return { kind: "access", did: "secret-renewed" };
    case "ServerKeyForgotten":
      return { kind: "access", did: "key-forgotten", host: data.host };
    default:
      return { kind: "automation", fields: fieldsChangedBy(event) };
  }
};

/** Returns a change in plaintext. */
export const detokenizeChange = (change: HistoryChange, texts: PersonalTexts): HistoryChange => {
  if (change.kind === "automation") return { ...change, fields: detokenizeFields(change.fields, texts) };
  if (change.kind !== "values") return change;
  const say = (values: readonly string[]) => values.map((value) => detokenizeValue(value, texts));
  const { difference } = change;
  return {
    ...change,
    difference: { ...difference, added: say(difference.added), removed: say(difference.removed) },
  };
};

/** Lists vault references in a change's values. */
export const listChangeReferences = (change: HistoryChange): string[] => {
  if (change.kind === "automation") return referencesInFields(change.fields);
  return change.kind === "values"
    ? listReferences({ [change.siever]: [...change.difference.added, ...change.difference.removed] })
    : [];
};

/** True if the change made a new, restorable content. */
export const hasRestorableContent = ({ kind }: HistoryChange): boolean =>
  kind !== "moved" && kind !== "deleted" && kind !== "access";

/** Returns the edited field, if any. */
export const getEditedField = (change: HistoryChange): string | undefined => {
  switch (change.kind) {
    case "renamed":
      return "title";
    case "design":
      return change.field;
    case "status":
      return change.change.status;
    case "values":
      return `siever ${change.siever}`;
    case "automation":
      return toEditGroupKey(change.fields);
    default:
      return undefined;
  }
};

/** Joins edits from before the first to after the second. Undefined if changes are too big to be stored whole. */
export const joinChanges = (first: HistoryChange, second: HistoryChange): HistoryChange | undefined => {
  if (first.kind === "values" && second.kind === "values")
    return first.difference.whole && second.difference.whole
      ? { ...second, difference: joinDifferences(first.difference, second.difference) }
      : undefined;
  if (first.kind === "design" && second.kind === "design")
    // The first edit's own line must show the formulas it changed.
    return first.formulas ? undefined : { ...second, from: first.from };
  if (first.kind === "renamed" && second.kind === "renamed") return { ...second, from: first.from };
  if (first.kind === "status" && second.kind === "status")
    return { ...second, change: { ...second.change, from: first.change.from } as typeof second.change };
  if (first.kind === "automation" && second.kind === "automation")
    return { ...second, fields: joinFieldChanges(first.fields, second.fields) };
  return undefined;
};

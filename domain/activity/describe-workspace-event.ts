import { isJsonEqual } from "../core/is-json-equal.ts";
import { describeFieldChanges, type FieldChange } from "../workspace/automations/automation-change.ts";
import { getAutomationFieldLabel } from "../workspace/automations/automation-text.ts";
import type { WorkspaceEvent } from "../workspace/events.ts";
import { describeHistoryChange } from "../workspace/history/describe-change.ts";
import {
  detokenizeChange,
  type HistoryChange,
  listChangeReferences,
  toHistoryChange,
} from "../workspace/history/history-change.ts";
import { hiddenTexts } from "./hidden.ts";

/** Returns the item concerned. A reordering has one only if a single item was moved. */
export const aboutInWorkspace = ({ data }: WorkspaceEvent): string | null => {
  if ("reportId" in data && !("automationId" in data)) return data.reportId;
  if ("automationId" in data) return data.automationId;
  if ("filterId" in data) return data.filterId;
  const [only, ...others] = data.moved;
  return only !== undefined && others.length === 0 ? only : null;
};

/** Hidden values look equal before and after, even if they changed. */
const describeFieldChange = (plaintext: FieldChange, tokenized: FieldChange | undefined): string =>
  isJsonEqual(plaintext.from, plaintext.to) && !isJsonEqual(tokenized?.from, tokenized?.to)
    ? `${getAutomationFieldLabel(plaintext.field)}: changed. The values are hidden from support.`
    : describeFieldChanges([plaintext]).join(" ");

/** Describes an edit as the merchant's history does, with vault values hidden. `change`: tokenized. */
export const describeMaskedChange = (change: HistoryChange): string => {
  const plaintext = detokenizeChange(change, hiddenTexts(listChangeReferences(change)));
  return plaintext.kind === "automation" && change.kind === "automation"
    ? plaintext.fields.map((field, n) => describeFieldChange(field, change.fields[n])).join(" ")
    : describeHistoryChange(plaintext);
};

/** Describes an event as {@link describeMaskedChange} does. */
export const describeWorkspaceEvent = (event: WorkspaceEvent): string =>
  describeMaskedChange(toHistoryChange(event, aboutInWorkspace(event) ?? ""));

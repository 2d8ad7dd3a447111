import { jsonEqual } from "../core/json-equal.ts";
import { type FieldChange, fieldSentences } from "../workspace/automations/automation-change.ts";
import { automationFieldWords } from "../workspace/automations/automation-words.ts";
import type { WorkspaceEvent } from "../workspace/events.ts";
import { changeOf, type HistoryChange, referencesInChange, spokenChange } from "../workspace/history/history-change.ts";
import { sentenceOf } from "../workspace/history/sentences.ts";
import { hiddenTexts } from "./hidden.ts";

/** The id of the item concerned. For a reordering, only if a single item was moved. */
export const aboutInWorkspace = ({ data }: WorkspaceEvent): string | null => {
  if ("reportId" in data && !("automationId" in data)) return data.reportId;
  if ("automationId" in data) return data.automationId;
  if ("filterId" in data) return data.filterId;
  const [only, ...others] = data.moved;
  return only !== undefined && others.length === 0 ? only : null;
};

/** Hidden values look equal before and after, even if they were changed. */
const fieldWords = (spoken: FieldChange, kept: FieldChange | undefined): string =>
  jsonEqual(spoken.from, spoken.to) && !jsonEqual(kept?.from, kept?.to)
    ? `${automationFieldWords(spoken.field)}: changed. The values are hidden from support.`
    : fieldSentences([spoken]).join(" ");

/** An edit in the words of the merchant's history, with vault values hidden. `change`: tokenized. */
export const changeHidden = (change: HistoryChange): string => {
  const spoken = spokenChange(change, hiddenTexts(referencesInChange(change)));
  return spoken.kind === "automation" && change.kind === "automation"
    ? spoken.fields.map((field, n) => fieldWords(field, change.fields[n])).join(" ")
    : sentenceOf(spoken);
};

/** The same for an event. */
export const workspaceWords = (event: WorkspaceEvent): string =>
  changeHidden(changeOf(event, aboutInWorkspace(event) ?? ""));

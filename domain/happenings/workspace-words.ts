import type { WorkspaceEvent } from "../workspace/events.ts";
import { changeOf, referencesInChange, spokenChange } from "../workspace/history-change.ts";
import { sentenceOf } from "../workspace/sentences.ts";
import { hiddenTexts } from "./hidden.ts";

/** Whose it is; of a new order only where one thing was meant to move. */
export const aboutInWorkspace = ({ data }: WorkspaceEvent): string | null => {
  if ("reportId" in data && !("automationId" in data)) return data.reportId;
  if ("automationId" in data) return data.automationId;
  if ("filterId" in data) return data.filterId;
  const [only, ...others] = data.moved;
  return only !== undefined && others.length === 0 ? only : null;
};

/** What was edited, in the words of the merchant's own history, but for words that the vault keeps. */
export const workspaceWords = (event: WorkspaceEvent): string => {
  const change = changeOf(event, aboutInWorkspace(event) ?? "");
  return sentenceOf(spokenChange(change, hiddenTexts(referencesInChange(change))));
};

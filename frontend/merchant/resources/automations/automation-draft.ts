import type { Fits } from "../../../shared/drafts/kept-draft.ts";

const prefix = "automation:";

/** Name under which the draft of an automated report is kept. */
export const automationDraftName = (id: string): string => prefix + id;

/** The automated report that a draft of this name is of; null when it is of something else. */
export const automationOfDraft = (name: string): string | null =>
  name.startsWith(prefix) ? name.slice(prefix.length) : null;

/** Whether a value can stand in the place of another. What may be unset is null. */
export const fitsAutomation: Fits = (_field, value, current) =>
  value === null || current === null || typeof value === typeof current;

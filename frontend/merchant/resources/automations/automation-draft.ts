import type { IsValidValue } from "../../../shared/drafts/stored-draft.ts";

const prefix = "automation:";

/** Storage name of an automated report's draft. */
export const automationDraftName = (id: string): string => prefix + id;

/** Returns null for other drafts. */
export const automationIdOfDraft = (name: string): string | null =>
  name.startsWith(prefix) ? name.slice(prefix.length) : null;

/** True if a value can replace another. Unset values are null. */
export const isValidAutomationValue: IsValidValue = (_field, value, current) =>
  value === null || current === null || typeof value === typeof current;

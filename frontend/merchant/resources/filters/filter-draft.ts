import type { IsValidValue } from "../../../shared/drafts/stored-draft.ts";

const prefix = "filter:";

export const filterDraftName = (id: string): string => prefix + id;

/** Returns null for other drafts. */
export const filterIdOfDraft = (name: string): string | null =>
  name.startsWith(prefix) ? name.slice(prefix.length) : null;

/** True if a value has the other's type: list of texts, text, or number. */
export const isValidFilterValue: IsValidValue = (_field, value, current) =>
  Array.isArray(current)
    ? Array.isArray(value) && value.every((one) => typeof one === "string")
    : typeof value === typeof current;

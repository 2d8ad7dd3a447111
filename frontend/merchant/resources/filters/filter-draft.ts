import type { Fits } from "../../../shared/drafts/kept-draft.ts";

const prefix = "filter:";

/** Name under which the draft of a filter is kept. */
export const filterDraftName = (id: string): string => prefix + id;

/** The filter that a draft of this name is of; null when it is of something else. */
export const filterOfDraft = (name: string): string | null =>
  name.startsWith(prefix) ? name.slice(prefix.length) : null;

/** Whether a value can stand in the place of another: both a list of texts, both a text, both a number. */
export const fitsFilter: Fits = (_field, value, current) =>
  Array.isArray(current)
    ? Array.isArray(value) && value.every((one) => typeof one === "string")
    : typeof value === typeof current;

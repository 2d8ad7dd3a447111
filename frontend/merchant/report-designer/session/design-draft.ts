import { deriveIntent } from "#domain/core/intent.ts";
import type { DesignContent } from "#domain/designs/design.ts";
import { type DesignFields, parseColumnField, toDesignFields } from "#domain/designs/fields.ts";
import { formulasToLetters } from "#domain/designs/formulas.ts";
import { mergeColumnOrder } from "#domain/designs/merge-column-order.ts";
import type { ReportColumn } from "#domain/wire/reports/reports.ts";
import type { IsValidValue } from "../../../shared/drafts/stored-draft.ts";
import type { Merging } from "../../../shared/saving/rebase.ts";
import { toColumnLetters } from "../../resources/designs/editable-design.ts";

/**
 * A flat design for an edit session: its fields, those of all catalogue columns, and the visible columns in order.
 * `shown` replaces the fields `columns.<key>.visible`. Formulas name columns by key.
 */
export type DesignDraft = DesignFields & { shown: readonly string[] };

/** `columns`: keys of the whole catalogue, so all drafts of a design have the same fields. */
export const toDesignDraft = (content: DesignContent, columns: Iterable<string>): DesignDraft => {
  const fields = Object.entries(toDesignFields(content, columns)).filter(([field]) => !field.endsWith(".visible"));
  return { ...(Object.fromEntries(fields) as DesignFields), shown: content.shown };
};

export const toDesignContent = (draft: DesignDraft): DesignContent => {
  const settings: Record<string, Record<string, unknown>> = {};
  for (const [field, value] of Object.entries(draft)) {
    const { column, property } = (value !== null && parseColumnField(field)) || {};
    if (column !== undefined && property !== undefined) settings[column] = { ...settings[column], [property]: value };
  }
  return {
    title: draft.title,
    grouping: draft.grouping,
    splitter: draft.ws_splitter,
    sortedBy: draft.sorting,
    shown: draft.shown,
    settings,
  };
};

/** Puts letters into formulas, by the columns last read. */
export const inLetters = (content: DesignContent, columns: readonly ReportColumn[]): DesignContent => ({
  ...content,
  settings: formulasToLetters(content.settings, toColumnLetters(columns, content.shown)),
});

/** Returns the changed fields with their new values. */
export const diffDrafts = (draft: DesignDraft, edited: DesignDraft): Partial<DesignDraft> =>
  Object.fromEntries(deriveIntent(draft, edited).map(({ field, to }) => [field, to])) as Partial<DesignDraft>;

/** Merges two people's moves, shows and hides of columns, as the server does. */
export const mergeShown = (
  base: readonly string[],
  submitted: readonly string[],
  current: readonly string[],
): readonly string[] => {
  const [before, after] = [new Set(base), new Set(submitted)];
  const currentColumns = new Set(current);
  return mergeColumnOrder({
    base,
    submitted,
    current,
    hide: base.filter((column) => !after.has(column) && currentColumns.has(column)),
    show: submitted.filter((column) => !before.has(column) && !currentColumns.has(column)),
  }).shown;
};

/** The order of columns never collides. */
export const merging: Merging<DesignDraft> = { shown: mergeShown };

/** True if a stored value is valid in a field of a design. */
export const isValidDesignValue: IsValidValue = (field, value, current) => {
  if (field === "shown") return Array.isArray(value) && value.every((column) => typeof column === "string");
  const property = parseColumnField(field)?.property;
  if (property === undefined && field !== "sorting") return typeof value === typeof current;
  if (value === null) return true;
  if (property === "title") return typeof value === "string";
  return property === "width" ? typeof value === "number" : typeof value === "object" && !Array.isArray(value);
};

import { deriveIntent } from "#domain/core/intent.ts";
import type { FilterFields } from "#domain/filters/fields.ts";
import type { Version } from "../../../shared/saving/edit-session.ts";

const prefix = "filter:";

/** Name under which the draft of a filter is kept. */
export const filterDraftName = (id: string): string => prefix + id;

/** The filter that a draft of this name is of; null when it is of something else. */
export const filterOfDraft = (name: string): string | null =>
  name.startsWith(prefix) ? name.slice(prefix.length) : null;

/** What is kept of a filter that is not saved: the fields that were changed, as they were seen and as they are wanted, and nothing else. */
export type FilterDraft = {
  /** Of the version that was seen. */
  etag: string | null;
  /** To name it by. */
  title: string;
  changes: { field: string; from: unknown; to: unknown }[];
};

/** `seen`: what the server had when last heard of. */
export const filterDraftOf = (seen: Version<FilterFields>, draft: FilterFields): FilterDraft => ({
  etag: seen.etag,
  title: seen.value.title,
  changes: deriveIntent(seen.value, draft).map(({ field, from, to }) => ({ field, from, to })),
});

const isFilterDraft = (kept: unknown): kept is FilterDraft =>
  typeof kept === "object" &&
  kept !== null &&
  "etag" in kept &&
  (kept.etag === null || typeof kept.etag === "string") &&
  "title" in kept &&
  typeof kept.title === "string" &&
  "changes" in kept &&
  Array.isArray(kept.changes) &&
  kept.changes.every((change) => typeof change === "object" && change !== null && typeof change.field === "string");

/** What a browser kept, when it is the draft of a filter. */
export const readFilterDraft = (kept: unknown): FilterDraft | null => (isFilterDraft(kept) ? kept : null);

/** Whether a value can stand in the place of another: both a list of texts, both a text, both a number. */
const isAlike = (value: unknown, other: unknown): boolean =>
  Array.isArray(other)
    ? Array.isArray(value) && value.every((one) => typeof one === "string")
    : typeof value === typeof other;

/**
 * A draft on top of the filter as it was read just now. Fields that were not changed here are as they were read; those that were keep
 * what had been seen of them as their base, with its ETag, so that a save merges with what others did meanwhile or shows where both
 * changed the same (D-4). Null when nothing of it fits this filter.
 */
export const draftOnTopOf = (
  read: Version<FilterFields>,
  draft: FilterDraft,
): { seen: Version<FilterFields>; draft: FilterFields } | null => {
  const current: Record<string, unknown> = read.value;
  const fitting = draft.changes.filter(
    ({ field, from, to }) =>
      Object.hasOwn(current, field) && isAlike(from, current[field]) && isAlike(to, current[field]),
  );
  if (fitting.length === 0) return null;
  const side = (of: "from" | "to"): FilterFields => ({
    ...read.value,
    ...(Object.fromEntries(fitting.map((change) => [change.field, change[of]])) as Partial<FilterFields>),
  });
  return { seen: { value: side("from"), etag: draft.etag }, draft: side("to") };
};

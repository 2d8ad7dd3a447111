import { deriveIntent } from "#domain/core/intent.ts";
import type { Version } from "../saving/edit-session.ts";

/** What is kept of something that is not saved: the fields that were changed, as they were seen and as they are wanted, and nothing else. */
export type KeptDraft = {
  /** Of the version that was seen. */
  etag: string | null;
  /** To name it by. */
  title: string;
  changes: { field: string; from: unknown; to: unknown }[];
};

/** `seen`: what the server had when last heard of; `title`: to name it by. */
export const keptDraftOf = <T extends object>(seen: Version<T>, draft: T, title: string): KeptDraft => ({
  etag: seen.etag,
  title,
  changes: deriveIntent(seen.value, draft).map(({ field, from, to }) => ({ field: String(field), from, to })),
});

const isKeptDraft = (kept: unknown): kept is KeptDraft =>
  typeof kept === "object" &&
  kept !== null &&
  "etag" in kept &&
  (kept.etag === null || typeof kept.etag === "string") &&
  "title" in kept &&
  typeof kept.title === "string" &&
  "changes" in kept &&
  Array.isArray(kept.changes) &&
  kept.changes.every((change) => typeof change === "object" && change !== null && typeof change.field === "string");

/** What a browser kept, when it is a draft of this form. */
export const readKeptDraft = (kept: unknown): KeptDraft | null => (isKeptDraft(kept) ? kept : null);

/** Whether a value that was kept can stand in a field; `current`: what stands there. */
export type Fits = (field: string, value: unknown, current: unknown) => boolean;

/**
 * A draft on top of the thing as it was read just now. Fields that were not changed here are as they were read; those that were keep
 * what had been seen of them as their base, with its ETag, so that a save merges with what others did meanwhile or shows where both
 * changed the same (D-4). Null when nothing of it fits this thing.
 */
export const draftOnTopOf = <T extends object>(
  read: Version<T>,
  draft: KeptDraft,
  fits: Fits,
): { seen: Version<T>; draft: T } | null => {
  const current = read.value as Record<string, unknown>;
  const fitting = draft.changes.filter(
    ({ field, from, to }) =>
      Object.hasOwn(current, field) && fits(field, from, current[field]) && fits(field, to, current[field]),
  );
  if (fitting.length === 0) return null;
  const side = (of: "from" | "to"): T => ({
    ...read.value,
    ...(Object.fromEntries(fitting.map((change) => [change.field, change[of]])) as Partial<T>),
  });
  return { seen: { value: side("from"), etag: draft.etag }, draft: side("to") };
};

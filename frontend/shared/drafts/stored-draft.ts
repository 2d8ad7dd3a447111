import { deriveIntent } from "#domain/core/intent.ts";
import type { Version } from "../saving/edit-session.ts";

/** Stored unsaved changes: the changed fields only, with their old and new values. */
export type StoredDraft = {
  /** The seen version's ETag. */
  etag: string | null;
  title: string;
  changes: { field: string; from: unknown; to: unknown }[];
};

/** Reduces a draft to its changes. `seen`: the last known server version. */
export const toStoredDraft = <T extends object>(seen: Version<T>, draft: T, title: string): StoredDraft => ({
  etag: seen.etag,
  title,
  changes: deriveIntent(seen.value, draft).map(({ field, from, to }) => ({ field: String(field), from, to })),
});

const isStoredDraft = (value: unknown): value is StoredDraft =>
  typeof value === "object" &&
  value !== null &&
  "etag" in value &&
  (value.etag === null || typeof value.etag === "string") &&
  "title" in value &&
  typeof value.title === "string" &&
  "changes" in value &&
  Array.isArray(value.changes) &&
  value.changes.every((change) => typeof change === "object" && change !== null && typeof change.field === "string");

/** Returns null if the data isn't a stored draft. */
export const parseStoredDraft = (kept: unknown): StoredDraft | null => (isStoredDraft(kept) ? kept : null);

export type IsValidValue = (field: string, value: unknown, current: unknown) => boolean;

/**
 * Applies a draft to a freshly read object. Unchanged fields take the read values. Changed fields keep the old base and
 * its ETag, so a save merges with others' changes or reports collisions (D-4). Null if nothing fits.
 */
export const rebaseStoredDraft = <T extends object>(
  read: Version<T>,
  draft: StoredDraft,
  fits: IsValidValue,
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

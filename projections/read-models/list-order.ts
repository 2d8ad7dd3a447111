import type { ReadModelChange } from "#infra/ports/stores/read-store.ts";

/**
 * Reorders a list. Put deletions after these changes: a reader who sees part of an event's changes must see one that is
 * newer than the checkpoint (`findConsistent`).
 */
export const reorderMembers = (collection: string, ids: readonly string[], placeVersion: number): ReadModelChange[] =>
  ids.map((id, ordering) => ({ collection, kind: "merge", id, fields: { ordering, placeVersion } }));

/** Key that is parked if a list cannot be ordered. It isn't a document, so no member is parked. */
export const listKey = (collection: string, stream: string) => ({ collection, id: `list:${stream}` });

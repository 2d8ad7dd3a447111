import type { ReadModelChange } from "#infra/ports/stores/read-store.ts";

/**
 * The members of a list get their places; their contents stay as they are, and so do their versions. A deletion comes after them: a reader
 * who sees a part of an event's changes must see one that is newer than the checkpoint (`findTogether`).
 */
export const placed = (collection: string, ids: readonly string[], placeVersion: number): ReadModelChange[] =>
  ids.map((id, ordering) => ({ collection, kind: "merge", id, fields: { ordering, placeVersion } }));

/** What is parked when a whole list cannot be put in order: no document, so that its members go on. */
export const listKey = (collection: string, stream: string) => ({ collection, id: `list:${stream}` });

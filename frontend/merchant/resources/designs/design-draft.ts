const prefix = "design:";

export const designDraftName = (id: string): string => prefix + id;

/** Returns null for other drafts. */
export const designIdOfDraft = (name: string): string | null =>
  name.startsWith(prefix) ? name.slice(prefix.length) : null;

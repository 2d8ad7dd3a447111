const prefix = "design:";

/** Name under which the draft of a report design is kept. */
export const designDraftName = (id: string): string => prefix + id;

/** The design that a draft of this name is of; null when it is of something else. */
export const designOfDraft = (name: string): string | null =>
  name.startsWith(prefix) ? name.slice(prefix.length) : null;

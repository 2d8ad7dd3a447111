/** So long a copy of a store that was set aside is kept, ms: as long as a file of a report. */
export const asideKeptFor = 7 * 24 * 3_600_000;

/**
 * Copies of stores that were set aside, as they were damaged, outdated or of another version, and that may hold personal values or tokens:
 * what is erased in the stores stands in them still (ADR 47). Copies of the event store hold none, and are not among them.
 */
export type AsideCopies = {
  /** Removes those that were set aside before an instant, all of them without one; answers their names. */
  remove(options?: { before: Date }): Promise<string[]>;
};

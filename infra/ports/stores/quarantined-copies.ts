/** Retention of copies, ms: as long as a report's file. */
export const quarantineRetentionMs = 7 * 24 * 3_600_000;

/**
 * Stores set aside as damaged, outdated or of another version. They may hold personal values or tokens erased since
 * (ADR 47). The event store's hold none, and are left out.
 */
export type QuarantinedCopies = {
  /** Removes copies set aside before an instant (default: all); returns their names. */
  remove(options?: { before: Date }): Promise<string[]>;
};

/** Retention, ms: as long as a report's file. */
export const quarantineRetentionMs = 7 * 24 * 3_600_000;

/**
 * Store copies that were set aside as damaged, outdated or of another version. They may hold personal values or tokens
 * that the live stores have erased (ADR 47). Copies of the event store hold none, and are left out.
 */
export type QuarantinedCopies = {
  /** Removes copies set aside before an instant, or all; returns their names. */
  remove(options?: { before: Date }): Promise<string[]>;
};

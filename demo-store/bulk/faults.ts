/** Faults of a bulk operation, armed beforehand like others (server/faults.ts). */
export const BULK_FAULTS = [
  "bulk-fails",
  /** Access is denied half-way. */
  "bulk-denied",
  /** The platform cancels the operation half-way. */
  "bulk-cancels",
  /** Ends as EXPIRED, without a file. */
  "bulk-expires",
  /** A truncated line. */
  "bulk-malformed",
  /** A line whose parent is missing. */
  "bulk-orphan",
  "bulk-duplicate",
  "bulk-short",
  /** An order with a note of 10 MB. */
  "bulk-long-note",
  /** Puts orders in random order, and their lines far after them. */
  "bulk-unordered",
  /** Waits `delayMs` before each page of orders. */
  "bulk-slow",
  /** A download ends in the middle. Counted per download, not per operation. */
  "bulk-cut",
] as const;
export type BulkFaultKind = (typeof BULK_FAULTS)[number];

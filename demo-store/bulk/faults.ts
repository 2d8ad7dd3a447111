/** What can go wrong with a bulk operation, armed beforehand like other faults (server/faults.ts). */
export const BULK_FAULTS = [
  /** Fails half-way. */
  "bulk-fails",
  /** Is refused access half-way. */
  "bulk-denied",
  /** Is canceled by the platform half-way. */
  "bulk-cancels",
  /** Completes, and its file is gone. */
  "bulk-expires",
  /** A line that breaks off. */
  "bulk-malformed",
  /** A line whose parent is in no line. */
  "bulk-orphan",
  /** An order's line twice. */
  "bulk-duplicate",
  /** The last line is missing. */
  "bulk-short",
  /** An order with a note of 10 MB. */
  "bulk-long-note",
  /** Orders in no order, and their lines far behind them. */
  "bulk-unordered",
  /** `delayMs` for each page of orders. */
  "bulk-slow",
  /** A download ends in the middle; counted by download and not by operation. */
  "bulk-cut",
] as const;
export type BulkFaultKind = (typeof BULK_FAULTS)[number];

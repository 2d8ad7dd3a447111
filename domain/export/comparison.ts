/** Reason why a repeat can't be compared row by row with its original. */
export type NotComparableReason =
  /** The original has no file: it failed or was canceled. */
  | "no-file"
  /** Another version of Sheaf, or of its locale or time zone data, made the original. */
  | "other-version"
  /** The original's row records were removed with its file, never made, or made with another key. */
  | "rows-gone";

/**
 * Compares a repeated export with its original (ADR 66). Counts of rows: `changed` ones belong to the same order;
 * `removed` and `added` ones are only in the original or the repeat. `reordered`: same rows in another order.
 * `pictures`: different pictures (ADR 69).
 */
export type Comparison =
  | { outcome: "identical" }
  | { outcome: "differs"; added: number; removed: number; changed: number; reordered: boolean; pictures?: true }
  | { outcome: "unknown"; because: NotComparableReason };

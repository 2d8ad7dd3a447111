/** Why rows of a repeat can't be compared with its original's. */
export type NotComparableReason =
  /** The original failed or was canceled. */
  | "no-file"
  /** Another version of Sheaf, or of its locale or time zone data, made the original. */
  | "other-version"
  /** The row records went with the file, were never made, or have another key. */
  | "rows-gone";

/**
 * Compares a repeat with its original (ADR 66), in rows: `changed` ones belong to the same order; `removed` and `added`
 * ones are only in the original or the repeat. `reordered`: same rows in another order. `pictures`: different pictures
 * (ADR 69).
 */
export type Comparison =
  | { outcome: "identical" }
  | { outcome: "differs"; added: number; removed: number; changed: number; reordered: boolean; pictures?: true }
  | { outcome: "unknown"; because: NotComparableReason };

/** Why a repeat can't be compared with its original row by row. */
export type NotComparableReason =
  /** The original has no file: it failed or was canceled. */
  | "no-file"
  /** Another version of Sheaf, or of its locale or time zone data, made the original. */
  | "other-version"
  /** The original's row records were removed with its file, never made, or made with another key. */
  | "rows-gone";

/**
 * Compares a repeated export with its original (ADR 66). `changed`: rows of the same order with other content.
 * `removed`, `added`: rows only in the original, or only in the repeat. `reordered`: the same rows in another order.
 * `pictures`: the files show different pictures (ADR 69).
 */
export type Comparison =
  | { outcome: "identical" }
  | { outcome: "differs"; added: number; removed: number; changed: number; reordered: boolean; pictures?: true }
  | { outcome: "unknown"; because: NotComparableReason };

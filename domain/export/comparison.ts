/** Why a repeat cannot be compared row by row with what it repeats. */
export type NotCompared =
  /** The one before has no file: it failed or was canceled. */
  | "no-file"
  /** It was made by another version of Sheaf or with other data of languages and time zones. */
  | "other-version"
  /** What was noted of its rows went with its file, or was not noted yet. */
  | "rows-gone";

/**
 * What an export that repeats another says of the two (ADR 66). `changed`: rows of the same order that read differently; `removed` and `added`: rows
 * that only the one before, or only this one has. `reordered`: all rows are the same, and stand in another order. `pictures`: those that the two files show are not the same (ADR 69).
 */
export type Comparison =
  | { outcome: "identical" }
  | { outcome: "differs"; added: number; removed: number; changed: number; reordered: boolean; pictures?: true }
  | { outcome: "unknown"; because: NotCompared };

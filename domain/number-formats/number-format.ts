import type { NumberFormatType } from "../enumerations.ts";

/** Display of a column's numbers (S-2.3.5). */
export type NumberFormat =
  | { type: typeof NumberFormatType.Custom; code: string }
  | { type: typeof NumberFormatType.Currency }
  /** Red at this value and below. */
  | { type: typeof NumberFormatType.LessThanRed; limit: number };
